import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Adapter } from '../../src/core/adapter/adapter.ts';
import type { RawValues } from '../../src/core/command/command-options.ts';
import type { ReplyWithButtons } from '../../src/core/reply/reply.ts';
import { createInbox, type Inbox, type Received, suggestNothing } from '../support/inbox.ts';
import { IMEI, OTHER_IMEI } from '../support/known.ts';
import { button, replyOf } from '../support/replies.ts';

/** A message of a person, and its place. */
export interface Saying {
  /** Whether only the bot reads the message, or others too. */
  readonly where: 'alone' | 'shared';
  readonly text: string;
  /** Whether the message mentions the bot. */
  readonly isNamed?: boolean;
  /** The name of the attached file. */
  readonly file?: string | undefined;
  /**
   * The message that this one replies to: the newest message of the bot there, a copy of it with
   * its buttons from somebody else, or a message of somebody else with this text and file.
   */
  readonly repliesTo?: 'answer' | 'copy' | { readonly text: string; readonly file?: string };
}

/** People on a platform, and an adapter that is not started yet. */
export interface ReadingStage {
  readonly adapter: Adapter;
  say(saying: Saying): Promise<void> | void;
  /** Edits the last message. A file with an unchanged name is the same file. */
  edit(saying: Saying): Promise<void> | void;
  close(): Promise<void>;
}

/** A message, and the command that it calls; undefined if the bot does not answer. */
type Row = readonly [title: string, saying: Saying, asked: string | undefined];

/** A message that only the bot reads. */
const alone = (text: string, file?: string): Saying => ({ where: 'alone', text, file });
/** A message that others read, with a mention of the bot. */
const named = (text: string, file?: string): Saying => ({ ...shared(text, file), isNamed: true });
/** A message that others read, without a mention of the bot. */
const shared = (text: string, file?: string): Saying => ({ where: 'shared', text, file });

const ALONE: readonly Row[] = [
  ['a number', alone(IMEI), `/imei ${IMEI}`],
  ['words', alone('good morning'), '/imei good morning'],
  ['a file', alone('', 'phones.csv'), '/imei (phones.csv)'],
  ['a command', alone('/quota'), '/quota'],
  ['the text command', alone(`/IMEI full ${IMEI}`), `/imei full ${IMEI}`],
  ['no space behind it', alone(`/imei${IMEI}`), `/imei ${IMEI}`],
  ['_ behind it', alone(`/imei_${IMEI}`), `/imei ${IMEI}`],
  ['an unknown command', alone('/imie please'), '/imie please'],
  ['a word for a button as a command', alone('/stop'), '/imei stop'],
  ['another one in two words', alone('/cancel please'), '/imei cancel please'],
  ['“yes” as a command, which may cost something', alone('/yes'), '/yes'],
  ['an unknown command with a number', alone(`/check ${IMEI}`), `/check ${IMEI}`],
  ['a question as a command', alone(`/stolen ${IMEI}`), `/imei stolen ${IMEI}`],
  ['a question as a command, without a number', alone('/icloud'), '/imei icloud'],
  ['a number in a command', alone(`/a_${IMEI}`), `/imei /a_${IMEI}`],
  ['a file below an unknown command', alone('/imie', 'a.csv'), '/imei /imie (a.csv)'],
  ['a file below a command that takes none', alone('/help', 'a.csv'), '/imei /help (a.csv)'],
  ['a file below the text command', alone('/imei full', 'a.csv'), '/imei full (a.csv)'],
];

const SHARED: readonly Row[] = [
  ['a number without the name', shared(`I have ${IMEI}`), undefined],
  ['a number', named(IMEI), `/imei ${IMEI}`],
  ['a file', named('', 'phones.csv'), '/imei (phones.csv)'],
  ['a file without the name', shared('', 'phones.csv'), undefined],
  ['words', named('what do you do?'), '/help greeting'],
  ['a question that the bot understands', named('is it stolen?'), '/imei is it stolen?'],
  ['a question about the price', named('how much does it cost?'), '/imei how much does it cost?'],
  ['hello', named('hello'), '/help greeting'],
  ['thanks', named('thanks!'), undefined],
  ['a question how long it takes', named('how long?'), undefined],
  ['a command', named('/quota'), '/quota'],
  ['an unknown command', named('/qota now'), '/qota now'],
  ['a question as a command', named(`/stolen ${IMEI}`), `/imei stolen ${IMEI}`],
  ['a question as a command without the name', shared(`/stolen ${IMEI}`), undefined],
  ['an unknown command without the name', shared('/qota'), undefined],
  ['the bare text command', named('/imei'), '/imei'],
  ['a number without a space behind a command', named(`/imei${IMEI}`), `/imei ${IMEI}`],
  ['a file below an unknown command', named('/imie', 'a.csv'), '/imei /imie (a.csv)'],
  ['a file below a command that takes none', named('/help', 'a.csv'), '/imei /help (a.csv)'],
];

const MESSAGE = { text: `sold ${IMEI}` };
const TO_MESSAGE: readonly Row[] = [
  ['words, alone', alone('which one is it?'), `/imei which one is it?\nsold ${IMEI}`],
  ['a number, alone', alone(OTHER_IMEI), `/imei ${OTHER_IMEI}`],
  ['the bare name', named(''), `/imei sold ${IMEI}`],
  ['a claim', named('really an iPhone 12?'), `/imei really an iPhone 12?\nsold ${IMEI}`],
  ['the text command', named('/imei full'), `/imei full\nsold ${IMEI}`],
  ['a request', named('check this'), `/imei check this\nsold ${IMEI}`],
  ['a word for all details', named('full'), `/imei full\nsold ${IMEI}`],
  ['thanks, alone', alone('thanks'), '/imei thanks'],
  ['thanks with the name', named('thanks!'), undefined],
  ['“stop” with the name', named('stop'), undefined],
  // The price of a check is not a reason to pay for one.
  ['a question about the price, alone', alone('price?'), '/imei price?'],
  ['a question about the price with the name', named('price?'), '/imei price?'],
  ['hello with the name', named('hello'), '/help greeting'],
];

const ANSWER = replyOf({
  title: 'NOKIA 3310',
  sections: [{ fields: [], lines: [IMEI], copyable: [IMEI] }],
  actions: [button('Full details', 'g.full')],
});
const TO_ANSWER: readonly Row[] = [
  ['words, alone', alone('thanks'), '/imei thanks'],
  ['a word about it, alone', alone('full'), `/imei full\n${IMEI} --saved`],
  ['a word about it behind the text command', alone('/imei full'), `/imei full\n${IMEI} --saved`],
  ['a word about it below a file', alone('full', 'a.csv'), '/imei full (a.csv)'],
  ['the text command, alone', alone('/imei'), `/imei ${IMEI}`],
  ['a command of another bot', shared('/mute 30m'), undefined],
  ['a question as a command of another bot', shared(`/blacklist ${OTHER_IMEI}`), undefined],
  ['a command with the name of another bot', shared(`/check@otherbot ${IMEI}`), undefined],
  ['a number', shared(OTHER_IMEI), `/imei ${OTHER_IMEI}`],
  ['thanks', shared('thanks!'), undefined],
  ['a price', shared('sold for 300'), undefined],
  ['a price with the name', named('sold for 300'), `/imei sold for 300\n${IMEI}`],
  ['a word for a button', shared('full'), '/imei full'],
  ['a word for a button behind the text command', named('/imei full'), '/imei full'],
  ['a word for a button as a command', shared('/full'), '/imei full'],
  ['a word for a button that it lacks', shared('again'), `/imei again\n${IMEI} --saved`],
  ['a claim', shared('really an iPhone 12?'), undefined],
  ['a claim with the name', named('really an iPhone 12?'), `/imei really an iPhone 12?\n${IMEI}`],
  ['the text command', named('/imei'), `/imei ${IMEI}`],
  ['thanks with the name', named('thanks!'), undefined],
  ['a question about the price with the name', named('how much?'), '/imei how much?'],
];

/** A message, its edit, and the command that the edit calls. */
type EditRow = readonly [title: string, before: Saying, after: Saying, asked: string | undefined];

const NOTHING_MORE = 'withdrawn';
const EDITS: readonly EditRow[] = [
  ['other numbers', alone(IMEI), alone(OTHER_IMEI), `/imei ${OTHER_IMEI}`],
  ['other words', alone(IMEI), alone(`${IMEI}, please`), undefined],
  ['no numbers', alone(IMEI), alone('never mind'), NOTHING_MORE],
  ['another command', alone(IMEI), alone('/help'), NOTHING_MORE],
  ['another “yes”', alone('yes'), alone('yes please'), undefined],
  ['no numbers in a group', named(IMEI), named('never mind'), NOTHING_MORE],
  ['no name of the bot', named(IMEI), shared('never mind'), NOTHING_MORE],
  ['other numbers without its name', named(IMEI), shared(OTHER_IMEI), NOTHING_MORE],
  ['the name of the bot', shared(IMEI), named(IMEI), `/imei ${IMEI}`],
  ['another file', alone('', 'monday.csv'), alone('', 'friday.csv'), '/imei (friday.csv)'],
  ['words below the same file', alone('', 'a.csv'), alone('please', 'a.csv'), undefined],
];

/** A message means the same on all platforms. `open` creates a stage for each case. */
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

    /** Expects only this text, or nothing, behind the first `count` requests. */
    const expectAsked = async (count: number, asked: string | undefined): Promise<void> => {
      if (asked !== undefined) await inbox.received(count + 1);
      await stage.say(LAST);
      await expect.poll(() => inbox.map(textOf)).toContain(textOfLast);
      const expected = asked === undefined ? [textOfLast] : [asked, textOfLast];
      expect(inbox.slice(count).map(textOf)).toEqual(expected);
      expect(new Set(inbox.map(({ request }) => request.id)).size).toBe(inbox.length);
    };

    /** Answers a first question. */
    const answerFirst = async (where: Saying['where'], answer: ReplyWithButtons): Promise<void> => {
      await stage.say({ where, isNamed: where === 'shared', text: IMEI });
      const { show } = await inbox.received();
      await show(answer, { isLast: true });
    };

    it.each(ALONE)('said to the bot alone: %s', async (_, saying, asked) => {
      await stage.say(saying);
      await expectAsked(0, asked);
    });

    it.each(SHARED)('said where others read: %s', async (_, saying, asked) => {
      await stage.say(saying);
      await expectAsked(0, asked);
    });

    it.each(TO_MESSAGE)('said as a reply to a message: %s', async (_, saying, asked) => {
      await stage.say({ ...saying, repliesTo: MESSAGE });
      await expectAsked(0, asked);
    });

    it('said to the bot alone as a reply to a file', async () => {
      await stage.say({ ...alone('and this?'), repliesTo: { text: '', file: 'label.jpg' } });
      await expectAsked(0, '/imei and this? (label.jpg)');
    });

    it.each(TO_ANSWER)('said as a reply to an answer: %s', async (_, saying, asked) => {
      await answerFirst(saying.where, ANSWER);
      await stage.say({ ...saying, repliesTo: 'answer' });
      await expectAsked(1, asked);
    });

    it.each([
      ['an answer: its buttons come', 'answer', ['g.full']],
      // Any bot can give its own messages such buttons.
      ['somebody else’s copy of an answer: no buttons come', 'copy', []],
    ] as const)('said as a reply to %s with the request', async (_, repliesTo, buttons) => {
      await answerFirst('alone', ANSWER);
      await stage.say({ ...alone('yes'), repliesTo });
      expect((await inbox.received(2)).request.repliedButtons).toEqual(buttons);
    });

    it.each([
      ['with', named('full'), true],
      ['without', shared('full'), false],
    ])(
      'said as a reply to an answer %s the name of the bot: the request says so',
      async (...row) => {
        const [, saying, isNamed] = row;
        await answerFirst('shared', ANSWER);
        await stage.say({ ...saying, repliesTo: 'answer' });
        expect((await inbox.received(2)).request.isNamed).toBe(isNamed);
      },
    );

    it.each([
      ['no older answer is asked about', [], '/imei full --saved'],
      ['its button is pressed', [button('Full details', 'g.full')], '/imei full'],
    ])('said as a reply to a hint: %s', async (_, actions, asked) => {
      const example = '/imei 35…';
      const sections = [{ fields: [], lines: [example], copyable: [example] }];
      await answerFirst('alone', replyOf({ title: 'Send a number', sections, actions }));
      await stage.say({ ...alone('full'), repliesTo: 'answer' });
      await expectAsked(1, asked);
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

    it.each([
      ['its numbers', alone(IMEI), alone('never mind'), `/imei ${IMEI}`],
      ['the name of the bot', named(IMEI), shared(IMEI), `/imei ${IMEI}`],
    ])('withdrawn by an edit, and edited back: %s', async (_, before, without, asked) => {
      await stage.say(before);
      const { show } = await inbox.received();
      await stage.edit(without);
      await inbox.received(2);
      await show(replyOf({ title: 'Stopped' }), { isLast: true });
      await stage.edit(before);
      await expectAsked(2, asked);
    });
  });
}

/** The last message: when it arrives, the bot has read all earlier ones. */
const LAST: Saying = { where: 'alone', text: 'the last one' };
const textOfLast = `/imei ${LAST.text}`;

/** `/imei 4901… (phones.csv)`, `/imei 4901… --saved`, or the token of a button. */
function textOf({ request: { input } }: Received): string {
  if (input.kind === 'press') return `[${input.token}]`;
  if (input.kind === 'withdrawal') return NOTHING_MORE;
  const { name, options } = input;
  if (options.kind === 'values') return `/${name} ${textOfValues(options.values)}`;
  const file = options.file === undefined ? '' : `(${options.file.name})`;
  return [`/${name}`, options.text, file].filter((part) => part !== '').join(' ');
}

function textOfValues(values: RawValues): string {
  return Object.entries(values)
    .map(([name, value]) => (value === true ? `--${name}` : value))
    .join(' ');
}
