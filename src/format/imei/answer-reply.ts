import { type Reply, type ReplyParts, reply, type Section } from '../../core/reply/reply.ts';
import { impliedImei } from '../../imei/findings.ts';
import {
  areSlots,
  asShown,
  type ImeiList,
  isAnswered,
  type ListEntry,
  phoneOf,
} from '../../lists/list.ts';
import type { TacEntry } from '../../tac/table.ts';
import type { ReplyContext } from '../format.ts';
import { sentences } from '../reply/compose.ts';
import { titleAndSummary } from '../texts/say.ts';
import { listNote, listParts } from './list/list-parts.ts';
import { ordinalsOf } from './list/ordinals.ts';
import { clashSections, clashText } from './phone/clash.ts';
import { answeredParts, type Detail } from './phone/phone-parts.ts';
import { savedParts } from './phone/saved-parts.ts';
import { listRecords } from './records.ts';
import { invalidParts, invalidSections } from './without-answer/invalid-numbers.ts';
import { unansweredParts } from './without-answer/unanswered-check.ts';
import { unsureLines, unsureLinesOfFile } from './without-answer/unsure-numbers.ts';

/** How much a reply shows, and its texts besides the numbers. */
export interface AnswerOptions {
  readonly detail: Detail;
  /** The first sentences of the summary. */
  readonly lead?: string | undefined;
  /** Further sections, about the files of the message. */
  readonly fileSections?: readonly Section[] | undefined;
  /** The entries that the reply lists; by default all. */
  readonly shown?: readonly ListEntry[];
  /** Finds the entry of a likely repair in the open TAC table. */
  readonly tacEntryOf?: (tac: string) => TacEntry | undefined;
}

/** The parts of a reply above the unsure and invalid numbers: one phone, a list, or a question. */
interface Head extends ReplyParts {
  /** Whether these parts already say what is wrong with each invalid number. */
  readonly hasInvalid?: boolean;
}

/**
 * The reply with the answer to the numbers of a message: one phone or a list. The unsure and
 * invalid numbers are below it.
 */
export function answerReply(context: ReplyContext, list: ImeiList, options: AnswerOptions): Reply {
  const { entries } = list;
  const [first] = entries;
  const isOneAnswer = entries.length === 1 && first !== undefined && isAnswered(asShown(first));
  const isUnsaved =
    entries.length > 0 && entries.every(({ outcome }) => outcome?.kind === 'unsaved');
  return {
    ...completedReply(context, headOf(context, list, options), list, options),
    // In a group, only the person who pressed the button sees that nothing is saved: the message
    // that others see stays as it is. A table has whole numbers.
    isPrivate: (isUnsaved && context.visibility === 'shared') || list.isTable,
    ...(isOneAnswer && context.visibility === 'private' && { copy: first.number.imei }),
  };
}

/** The reply with the saved answer to one IMEI. */
export function savedReply(context: ReplyContext, answered: ListEntry): Reply {
  const list = { entries: [answered], unsure: [], invalid: [], repeats: [], isTable: false };
  return answerReply(context, list, { detail: 'brief' });
}

/** The reply if a text or a file has no number. */
export function nothingReply(
  { say }: ReplyContext,
  key: 'hint' | 'modelOnly' | 'masked' | 'files.nothingGiven',
  examples: readonly string[],
): Reply {
  const nothing = reply({
    tone: key === 'modelOnly' ? 'neutral' : 'warning',
    ...titleAndSummary(say, key),
    sections:
      examples.length === 0 ? [] : [{ heading: say('hint.example'), fields: [], lines: examples }],
  });
  if (key !== 'files.nothingGiven') return nothing;
  return { ...nothing, answerHint: say('files.nothingGiven.answerHint') };
}

/** Adds to a head the sections about invalid numbers, files and unsure numbers, and the records. */
export function completedReply(
  context: ReplyContext,
  { hasInvalid = false, ...head }: Head,
  list: ImeiList,
  { lead, fileSections = [] }: Pick<AnswerOptions, 'lead' | 'fileSections'>,
): Reply {
  const { say } = context;
  const { unsure, invalid } = list;
  const hasHint = unsure.length > 0 || invalid.some(({ why }) => impliedImei(why) !== undefined);
  const sections: readonly Section[] = [
    ...(head.sections ?? []),
    ...(hasInvalid ? [] : invalidSections(context, list)),
    ...fileSections,
    ...unsureSections(context, list),
  ];
  return {
    ...reply({
      ...head,
      summary: sentences(lead, head.summary),
      sections: [
        ...sections.filter(({ isMinor }) => isMinor !== true),
        ...sections.filter(({ isMinor }) => isMinor === true),
      ],
      ...(hasHint && { withoutButtons: say('unsure.noButtons', { flag: '--anyway' }) }),
    }),
    records: () => listRecords(context, list),
  };
}

/** The section with the unsure numbers. Below an answer it has a heading. */
function unsureSections(context: ReplyContext, list: ImeiList): readonly Section[] {
  const { entries, unsure, isTable } = list;
  if (unsure.length === 0) return [];
  const isList = entries.length > 1;
  const lines = isTable
    ? unsureLinesOfFile(context, unsure)
    : unsureLines(context, unsure, isList ? ordinalsOf(list) : undefined);
  const section = { fields: [], lines };
  return entries.length === 0
    ? [section]
    : [{ heading: context.say('unsure.heading', { count: unsure.length }), ...section }];
}

function headOf(context: ReplyContext, list: ImeiList, options: AnswerOptions): Head {
  if (list.entries.length === 0) return uncheckedHead(context, list, options);
  const phone = list.isTable ? undefined : phoneOf(list.entries);
  if (phone !== undefined) return phoneParts(context, list, phone, options.detail);
  // A list shows the invalid numbers at their places, and a table in its rows.
  return { ...listParts(context, list, options), hasInvalid: true };
}

function phoneParts(
  context: ReplyContext,
  list: ImeiList,
  [first, second]: readonly [ListEntry, ...ListEntry[]],
  detail: Detail,
): ReplyParts {
  const { number, tacEntry, outcome, savedAnswer } = first;
  if (outcome?.kind !== 'answered') {
    const why = unansweredParts(context, first);
    return savedAnswer === undefined
      ? why
      : savedParts(context, first, { savedAnswer, why, detail });
  }
  const options = { tacEntry, detail };
  if (second === undefined) {
    return withClashes(context, list, answeredParts(context, [number], outcome.answer, options));
  }
  const parts = answeredParts(context, [number, second.number], outcome.answer, options);
  const summary = sentences(
    context.say(areSlots(first, second) ? 'pair.onePhone' : 'pair.model'),
    parts.summary,
  );
  return withClashes(context, list, { ...parts, summary, note: listNote(context, list) });
}

/**
 * Adds first that this is not the phone of the text. If the text names several phones, says for
 * each number which one.
 */
function withClashes(context: ReplyContext, list: ImeiList, parts: ReplyParts): ReplyParts {
  const { entries } = list;
  const clashes = entries.flatMap((entry) => clashText(context, entry) ?? []);
  if (clashes.length === 0) return parts;
  const claims = new Set(entries.flatMap(({ number }) => number.claim ?? []));
  if (claims.size === 1) {
    return { ...parts, tone: 'warning', summary: sentences(clashes[0], parts.summary) };
  }
  const sections = clashSections(context, list, ordinalsOf(list));
  return { ...parts, tone: 'warning', sections: [...sections, ...(parts.sections ?? [])] };
}

/** The head of a reply that checked nothing: it asks, or says what is wrong with the numbers. */
function uncheckedHead(context: ReplyContext, list: ImeiList, { tacEntryOf }: AnswerOptions): Head {
  const { say } = context;
  const { unsure, invalid, isTable } = list;
  const note = say('notes.nothingSpent');
  if (unsure.length > 0) {
    const isPicture = unsure.every(({ why }) => why.kind === 'picture');
    // For a rounded column, the lead says why the reply asks.
    const isRounded = isTable && invalid.some(({ why }) => why.kind === 'rounded');
    const reason = say(isPicture ? 'unsure.picture' : 'unsure.summary');
    return {
      tone: 'neutral',
      title: say('unsure.title', { count: unsure.length }),
      summary: isRounded ? undefined : reason,
      note,
    };
  }
  const [first, ...more] = invalid;
  if (first !== undefined && more.length === 0 && !isTable) {
    return { tone: 'bad', ...invalidParts(context, first, tacEntryOf), note, hasInvalid: true };
  }
  return { tone: 'bad', title: say('problems.titleMany'), note };
}
