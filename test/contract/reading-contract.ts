import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/core/adapter/adapter.ts';
import { createInbox, type Inbox, type Received, suggestNothing } from '../support/inbox.ts';
import { IMEI, OTHER_IMEI } from '../support/known.ts';
import { button, replyOf } from '../support/replies.ts';

/** What a person says, and where. */
export interface Saying {
  /** To the bot alone, or where others read it. */
  readonly where: 'alone' | 'shared';
  readonly text: string;
  /** It also has the name of the bot. */
  readonly isNamed?: boolean;
  /** The name of a file that comes with it. */
  readonly file?: string;
  /**
   * What it replies to: the newest message of the bot there, or one of somebody else with this text
   * and file.
   */
  readonly repliesTo?: 'answer' | { readonly text: string; readonly file?: string };
}

/** People on a platform, and an adapter that is not started yet. */
export interface ReadingStage {
  readonly adapter: Adapter;
  say(saying: Saying): Promise<void> | void;
  /** Changes what was said last. A file with the name of before is the same file. */
  edit(saying: Saying): Promise<void> | void;
  close(): Promise<void>;
}

/** Something that is said, and the command that it asks; undefined if it is not answered. */
type Row = readonly [title: string, saying: Saying, asked: string | undefined];

const ANSWER = replyOf({
  title: 'NOKIA 3310',
  sections: [{ fields: [], lines: [IMEI], copyable: [IMEI] }],
  actions: [button('Full details', 'g.full')],
});
const MESSAGE = { text: `sold ${IMEI}` };
const LABEL = { text: '', file: 'label.jpg' };

const ALONE: readonly Row[] = [
  ['a number', { where: 'alone', text: IMEI }, `/imei ${IMEI}`],
  ['words', { where: 'alone', text: 'good morning' }, '/imei good morning'],
  ['a file', { where: 'alone', text: '', file: 'phones.csv' }, '/imei (phones.csv)'],
  ['a command', { where: 'alone', text: '/quota' }, '/quota'],
  ['the command for numbers', { where: 'alone', text: `/IMEI full ${IMEI}` }, `/imei full ${IMEI}`],
  ['no space behind it', { where: 'alone', text: `/imei${IMEI}` }, `/imei ${IMEI}`],
  ['_ behind it', { where: 'alone', text: `/imei_${IMEI}` }, `/imei ${IMEI}`],
  ['an unknown command', { where: 'alone', text: '/imie please' }, '/imie please'],
  ['a number in a command', { where: 'alone', text: `/a_${IMEI}` }, `/imei /a_${IMEI}`],
  [
    'a file below an unknown command',
    { where: 'alone', text: '/imie', file: 'phones.csv' },
    '/imei /imie (phones.csv)',
  ],
  [
    'a file below the command for numbers',
    { where: 'alone', text: '/imei full', file: 'phones.csv' },
    '/imei full (phones.csv)',
  ],
  [
    'words as a reply to a message',
    { where: 'alone', text: 'which one is it?', repliesTo: MESSAGE },
    `/imei which one is it?\nsold ${IMEI}`,
  ],
  [
    'a number as a reply to a message',
    { where: 'alone', text: OTHER_IMEI, repliesTo: MESSAGE },
    `/imei ${OTHER_IMEI}`,
  ],
  [
    'words as a reply to a file',
    { where: 'alone', text: 'and this?', repliesTo: LABEL },
    '/imei and this? (label.jpg)',
  ],
  [
    'words as a reply to an answer',
    { where: 'alone', text: 'thanks', repliesTo: 'answer' },
    '/imei thanks',
  ],
  [
    'a word about that answer',
    { where: 'alone', text: 'full', repliesTo: 'answer' },
    `/imei full\n${IMEI}`,
  ],
  [
    'the command for numbers as a reply to an answer',
    { where: 'alone', text: '/imei', repliesTo: 'answer' },
    `/imei ${IMEI}`,
  ],
];

const SHARED: readonly Row[] = [
  ['a number without the name', { where: 'shared', text: `I have ${IMEI}` }, undefined],
  ['a number', { where: 'shared', isNamed: true, text: IMEI }, `/imei ${IMEI}`],
  [
    'a file',
    { where: 'shared', isNamed: true, text: '', file: 'phones.csv' },
    '/imei (phones.csv)',
  ],
  ['a file without the name', { where: 'shared', text: '', file: 'phones.csv' }, undefined],
  ['words', { where: 'shared', isNamed: true, text: 'what do you do?' }, '/help greeting'],
  ['thanks', { where: 'shared', isNamed: true, text: 'thanks!' }, undefined],
  ['a command', { where: 'shared', isNamed: true, text: '/quota' }, '/quota'],
  ['an unknown command', { where: 'shared', isNamed: true, text: '/qota now' }, '/qota now'],
  [
    'a command of another bot as a reply to an answer',
    { where: 'shared', text: '/mute 30m', repliesTo: 'answer' },
    undefined,
  ],
  [
    'a command with the name of another bot as a reply to an answer',
    { where: 'shared', text: `/check@otherbot ${IMEI}`, repliesTo: 'answer' },
    undefined,
  ],
  ['an unknown command without the name', { where: 'shared', text: '/qota' }, undefined],
  ['the bare command for numbers', { where: 'shared', isNamed: true, text: '/imei' }, '/imei'],
  [
    'a number without a space behind a command',
    { where: 'shared', isNamed: true, text: `/imei${IMEI}` },
    `/imei ${IMEI}`,
  ],
  [
    'a file below an unknown command',
    { where: 'shared', isNamed: true, text: '/imie', file: 'phones.csv' },
    '/imei /imie (phones.csv)',
  ],
  [
    'the bare name as a reply to a message',
    { where: 'shared', isNamed: true, text: '', repliesTo: MESSAGE },
    `/imei sold ${IMEI}`,
  ],
  [
    'a claim as a reply to a message',
    { where: 'shared', isNamed: true, text: 'really an iPhone 12?', repliesTo: MESSAGE },
    `/imei really an iPhone 12?\nsold ${IMEI}`,
  ],
  [
    'the command for numbers as a reply to a message',
    { where: 'shared', isNamed: true, text: '/imei full', repliesTo: MESSAGE },
    `/imei full\nsold ${IMEI}`,
  ],
  [
    'a number as a reply to an answer',
    { where: 'shared', text: OTHER_IMEI, repliesTo: 'answer' },
    `/imei ${OTHER_IMEI}`,
  ],
  [
    'thanks as a reply to an answer',
    { where: 'shared', text: 'thanks!', repliesTo: 'answer' },
    undefined,
  ],
  [
    'a word for a button as a reply to an answer',
    { where: 'shared', text: 'full', repliesTo: 'answer' },
    '/imei full',
  ],
  [
    'a word for a button behind the command for numbers as a reply to an answer',
    { where: 'shared', isNamed: true, text: '/imei full', repliesTo: 'answer' },
    '/imei full',
  ],
  [
    'a word about an answer without that button',
    { where: 'shared', text: 'again', repliesTo: 'answer' },
    `/imei again\n${IMEI}`,
  ],
  [
    'a claim as a reply to an answer',
    { where: 'shared', text: 'really an iPhone 12?', repliesTo: 'answer' },
    '/imei really an iPhone 12?',
  ],
  [
    'a claim with the name as a reply to an answer',
    { where: 'shared', isNamed: true, text: 'really an iPhone 12?', repliesTo: 'answer' },
    `/imei really an iPhone 12?\n${IMEI}`,
  ],
  [
    'the command for numbers as a reply to an answer',
    { where: 'shared', isNamed: true, text: '/imei', repliesTo: 'answer' },
    `/imei ${IMEI}`,
  ],
  [
    'thanks with the name as a reply to an answer',
    { where: 'shared', isNamed: true, text: 'thanks!', repliesTo: 'answer' },
    undefined,
  ],
];

/** What is said first, what it is changed to, and what that asks. */
type EditRow = readonly [title: string, before: Saying, after: Saying, asked: string | undefined];

const NOTHING_MORE = 'withdrawn';
const EDITS: readonly EditRow[] = [
  [
    'other numbers',
    { where: 'alone', text: IMEI },
    { where: 'alone', text: OTHER_IMEI },
    `/imei ${OTHER_IMEI}`,
  ],
  [
    'other words',
    { where: 'alone', text: IMEI },
    { where: 'alone', text: `${IMEI}, please` },
    undefined,
  ],
  [
    'no numbers',
    { where: 'alone', text: IMEI },
    { where: 'alone', text: 'never mind' },
    NOTHING_MORE,
  ],
  [
    'another command',
    { where: 'alone', text: IMEI },
    { where: 'alone', text: '/help' },
    NOTHING_MORE,
  ],
  [
    'another “yes”',
    { where: 'alone', text: 'yes' },
    { where: 'alone', text: 'yes please' },
    undefined,
  ],
  [
    'no numbers in a group',
    { where: 'shared', isNamed: true, text: IMEI },
    { where: 'shared', isNamed: true, text: 'never mind' },
    NOTHING_MORE,
  ],
  [
    'no name of the bot',
    { where: 'shared', isNamed: true, text: IMEI },
    { where: 'shared', text: 'never mind' },
    NOTHING_MORE,
  ],
  [
    'other numbers without the name of the bot',
    { where: 'shared', isNamed: true, text: IMEI },
    { where: 'shared', text: OTHER_IMEI },
    NOTHING_MORE,
  ],
  [
    'the name of the bot',
    { where: 'shared', text: IMEI },
    { where: 'shared', isNamed: true, text: IMEI },
    `/imei ${IMEI}`,
  ],
  [
    'another file',
    { where: 'alone', text: '', file: 'monday.csv' },
    { where: 'alone', text: '', file: 'tuesday.csv' },
    '/imei (tuesday.csv)',
  ],
  [
    'words below the same file',
    { where: 'alone', text: '', file: 'monday.csv' },
    { where: 'alone', text: 'please', file: 'monday.csv' },
    undefined,
  ],
];

/** What a message means is the same on all platforms; `open` sets a new stage for each case. */
export function describeReading(name: string, open: () => Promise<ReadingStage>): void {
  describe(`${name}, as it reads people`, () => {
    let stage: ReadingStage;
    let inbox: Inbox;
    beforeEach(async () => {
      stage = await open();
      inbox = createInbox();
      await stage.adapter.start(inbox.receive, suggestNothing);
    });
    afterEach(() => stage.close());

    /** Expects just this behind so many requests, or nothing. */
    const expectAsked = async (count: number, asked: string | undefined): Promise<void> => {
      if (asked !== undefined) await inbox.received(count + 1);
      await stage.say(LAST);
      await expect.poll(() => inbox.map(textOf)).toContain(textOfLast);
      const expected = asked === undefined ? [textOfLast] : [asked, textOfLast];
      expect(inbox.slice(count).map(textOf)).toEqual(expected);
    };

    it.each(ALONE)('said to the bot alone: %s', async (_, saying, asked) => {
      const count = await answered(saying);
      await stage.say(saying);
      await expectAsked(count, asked);
    });

    it.each(SHARED)('said where others read: %s', async (_, saying, asked) => {
      const count = await answered(saying);
      await stage.say(saying);
      await expectAsked(count, asked);
    });

    it.each(EDITS)('edited to have %s', async (_, before, after, asked) => {
      await stage.say(before);
      const isAsked = before.where === 'alone' || before.isNamed === true;
      if (isAsked) {
        const { show } = await inbox.received();
        const running = replyOf({ title: 'Checking', actions: [button('Stop', 'g.stop')] });
        await show(running, { isLast: false });
      }
      await stage.edit(after);
      await expectAsked(isAsked ? 1 : 0, asked);
    });

    /** Answers a first question if the saying replies to an answer; resolves with their number. */
    async function answered({ where, repliesTo }: Saying): Promise<number> {
      if (repliesTo !== 'answer') return 0;
      await stage.say({ where, isNamed: where === 'shared', text: IMEI });
      const { show } = await inbox.received();
      await show(ANSWER, { isLast: true });
      return 1;
    }
  });
}

/** When this has come, all before it has been read. */
const LAST: Saying = { where: 'alone', text: 'the last one' };
const textOfLast = `/imei ${LAST.text}`;

/** `/imei 4901… (phones.csv)`, or the token of a button. */
function textOf({ request: { input } }: Received): string {
  if (input.kind === 'press') return `[${input.token}]`;
  if (input.kind === 'withdrawal') return NOTHING_MORE;
  const { name, options } = input;
  if (options.kind === 'values') return `/${name} ${Object.values(options.values).join(' ')}`;
  const file = options.file === undefined ? '' : `(${options.file.name})`;
  return [`/${name}`, options.text, file].filter((part) => part !== '').join(' ');
}
