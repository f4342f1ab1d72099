/**
 * The road of `/imei`, from what a person gave to the last state of the reply:
 *
 *     imei.ts                      makes an `imei-query`, and chooses the answer:
 *     imei/answer-text             to a text: its numbers, or what its words mean
 *     imei/files/answer-files      to files, each downloaded and read in its turn
 *     imei/files/answer-table      to a single table: sends it back with the answers in it. Also
 *                                  sends the answered list of a text as a file
 *     imei/findings-of-parts       includes the numbers that a person has confirmed, and merges
 *                                  those of several texts and files
 *     imei/answer-findings         answers these numbers:
 *     imei/checking/checked-list   plans the checks (`check-plan`), asks about the cost
 *                                  (`cost-question`) or shows a list that is under way
 *     imei/checking/list-check     checks each number (`imei-outcome`), and yields the progress
 *     imei/actions/answer-actions  the buttons below the answer, which keep lists as `list-text`
 *
 * `src/format/imei` makes the replies. What is remembered between two uses is in `last-phones`,
 * `lessons`, `checking/tasks-under-way` and `checking/repeated-requests`.
 */

import {
  type Command,
  type CommandDescriptor,
  defineCommand,
} from '../src/core/command/command.ts';
import type { OptionValues } from '../src/core/command/command-options.ts';
import type { Reply } from '../src/core/reply/reply.ts';
import { ANY_IMEI } from '../src/format/help-pages.ts';
import { nothingReply } from '../src/format/imei/answer-reply.ts';
import { CORRECTED } from '../src/imei/reason-keys.ts';
import { isSayingWithNumbers, withoutAskingWords } from '../src/words/sayings.ts';
import type { Help } from './help.ts';
import { readUnconfirmed } from './imei/actions/list-text.ts';
import { answerText, type Guidance } from './imei/answer-text.ts';
import { RepeatedRequests } from './imei/checking/repeated-requests.ts';
import { TasksUnderWay } from './imei/checking/tasks-under-way.ts';
import type { ImeiQuery } from './imei/imei-query.ts';
import { LastPhones } from './imei/last-phones.ts';
import { Lessons } from './imei/lessons.ts';
import { type BotServices, contextOf } from './services.ts';

export const IMEI = {
  name: 'imei',
  otherWords: ['check', 'lookup', 'phone'],
  examples: [`/imei ${ANY_IMEI}`, `/imei full ${ANY_IMEI}`],
  options: [
    // The text: all that is typed but the other options.
    { name: 'imei', kind: 'text', required: false },
    { name: 'file', kind: 'file', required: false },
    { name: 'detail', kind: 'choice', required: false, choices: ['brief', 'full'] },
    // Pays also for what is saved.
    { name: 'fresh', kind: 'flag' },
    // Accepts the cost of a list.
    { name: 'accepted', kind: 'flag' },
    // Confirms all unsure numbers, and corrects those that can only mean one IMEI.
    { name: 'anyway', kind: 'flag' },
    // Shows only what is saved, and spends nothing.
    { name: 'saved', kind: 'flag', isInternal: true },
    // Sends the list as a file.
    { name: 'asFile', kind: 'flag', isInternal: true },
    // The keys of the reasons whose numbers are checked, too, one a line: see `reason-keys`.
    { name: 'include', kind: 'text', required: false, isInternal: true },
    // The numbers that an earlier list has left unconfirmed: see `list-text`.
    { name: 'unconfirmed', kind: 'text', required: false, isInternal: true },
  ],
} as const satisfies CommandDescriptor;

type ImeiOptions = OptionValues<(typeof IMEI)['options']>;

/** `/imei`: says which phones IMEIs belong to. They are in a free text or in files. */
export function createImei(services: BotServices, help: Help): Command {
  const lessons = new Lessons(services);
  const tasksUnderWay = new TasksUnderWay();
  const repeatedRequests = new RepeatedRequests();
  const lastPhones = new LastPhones();
  return defineCommand({
    ...IMEI,
    async *run(invocation): AsyncGenerator<Reply> {
      const { options } = invocation;
      const { imei: typedText = '', file } = options;
      const text = withoutAskingWords(typedText);
      const query: ImeiQuery = {
        services,
        tasksUnderWay,
        repeatedRequests,
        lastPhones,
        invocation,
        contextNow: () => contextOf(services, invocation),
        text,
        file,
        answers: wantedAnswers(options),
        // Asked of what was typed: `text` may lack the word.
        detail: options.detail ?? (isSayingWithNumbers(typedText, ['full']) ? 'full' : 'brief'),
        isCostAccepted: options.accepted,
        areAllConfirmed: options.anyway,
        include: includedKeys(options),
        unconfirmed: readUnconfirmed(options.unconfirmed),
      };
      const removeRepeat = invocation.isRepeat ? repeatedRequests.add(invocation) : undefined;
      try {
        yield* answerQuery(query, options, { help, lessons });
      } finally {
        removeRepeat?.();
      }
    },
  });
}

/** Chooses the answer for what the person gave: a file, a text, or nothing. */
async function* answerQuery(
  query: ImeiQuery,
  { asFile }: Pick<ImeiOptions, 'asFile'>,
  guidance: Guidance,
): AsyncGenerator<Reply> {
  if (asFile || query.file !== undefined) query.lastPhones.forget(query.invocation);
  // The code for files is loaded when it is used.
  if (asFile) {
    const { listAsFile } = await import('./imei/files/answer-table.ts');
    yield* listAsFile(query);
  } else if (query.file !== undefined) {
    const { answerFiles } = await import('./imei/files/answer-files.ts');
    yield* answerFiles(query);
  } else if (query.text !== '' || query.detail === 'full') {
    // “full” alone means the last phone.
    yield* answerText(query, guidance);
  } else {
    const examples = await guidance.lessons.examplesOnce(query.invocation);
    yield nothingReply(query.contextNow(), 'files.nothingGiven', examples);
  }
}

/** `saved` before `fresh`: a button below a list of `--fresh` has both. */
function wantedAnswers({ saved, fresh }: ImeiOptions): ImeiQuery['answers'] {
  if (saved) return 'saved';
  return fresh ? 'fresh' : 'any';
}

/**
 * The keys of the reasons whose numbers are checked, too, unsure and invalid ones. `--anyway` also
 * corrects what can only mean one IMEI, unless only saved answers are shown: nobody has asked to
 * correct the numbers of such a list.
 */
function includedKeys({ include = '', anyway, saved }: ImeiOptions): readonly string[] {
  const keys = include === '' ? [] : include.split('\n');
  return anyway && !saved ? [...keys, CORRECTED] : keys;
}
