import { describe, expect, it } from 'vitest';
import { createCommands } from '../../commands/index.ts';
import { readLine } from '../../src/adapters/console/line.ts';
import { visibleLine } from '../../src/adapters/shown-reply.ts';
import { readMessage } from '../../src/adapters/telegram/read-message.ts';
import type { Request } from '../../src/core/adapter.ts';
import { parseOptions } from '../../src/core/options.ts';
import { oneLine } from '../../src/format/reply/view.ts';
import { findImeis } from '../../src/imei/find.ts';
import { maskCards } from '../../src/imei/mask.ts';
import { createMask } from '../../src/ops/log/mask.ts';
import { conversation, quiet } from '../support/conversation.ts';
import { leastTakenBy, processorMs } from '../support/measure/processor-time.ts';
import { cases } from '../support/nightly.ts';

/** Up to a million characters at night. */
const LENGTHS = cases([2_000, 20_000], [10_000, 100_000, 1_000_000]);
/** Ten times the text may take so many times the time; a quadratic pattern takes a hundred times. */
const MOST_TIMES = 40;
/** What is quicker than this is not compared: it is the noise of a machine. */
const NOISE_MS = 20;

const repeated = (piece: string) => (length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const numbered = (make: (index: number) => string) => (length: number) => {
  const parts: string[] = [];
  for (let index = 0, size = 0; size < length; index += 1) {
    const part = make(index);
    parts.push(part);
    size += part.length;
  }
  return parts.join('');
};

/** What somebody sends who means to stop the bot. */
const WORST: readonly (readonly [string, (length: number) => string])[] = [
  ['letters behind a label', (length) => `imei${'a'.repeat(length)}${'1'.repeat(13)}`],
  ['labels without a number', repeated('imei')],
  ['single digits', repeated('1 ')],
  ['single digits with dashes', repeated('1-')],
  ['a digit a line', repeated('1\n')],
  ['digits', repeated('1')],
  ['digits of many scripts', repeated('1a2Я３٤中文5 ')],
  ['almost the same IMEI', repeated('490154203237517 ')],
  ['almost IMEIs of known types', numbered((index) => `${350_000_000_000_000 + index * 7}\n`)],
  ['almost IMEIs in groups', repeated('49 015420 323751 7 ')],
  ['almost IMEIs in Arabic digits', repeated('٤٩٠١٥٤٢٠٣٢٣٧٥١٧ ')],
  ['cards in groups', repeated('4111 1111 1111 1112 ')],
  ['masked cards', repeated('••••••••••••1111 ')],
  ['masked cards without a space', repeated('••••1111')],
  ['cards between bullets', repeated('4111•1111•1111•1111 ')],
  ['cards over two lines', repeated('4111 1111\n1111 1111\n')],
  ['cards with a code behind them', repeated('4111111111111111123 ')],
  ['numbers with letters that slipped in', repeated('2O9900 ')],
  ['IMEIs with letters for digits', repeated('4901542O3237518 ')],
  ['numbers that a spreadsheet has cut off', repeated('3.52E+14 ')],
  ['almost numbers of a spreadsheet', repeated('3.52E+1')],
  ['unseen characters', (length) => `4${'\u200b'.repeat(length)}9`],
  ['marks on a letter', (length) => `a${'\u0301'.repeat(length)}`],
  ['signs of addresses', repeated('?=a@b/ ')],
  ['slashes', repeated('/a')],
  ['links without an end', repeated('[1](http://(a')],
  ['parameters of one address', (length) => `?${'imei=490154203237518&'.repeat(length / 21)}`],
  ['colons in a host', (length) => `x${':1'.repeat(length / 2)}/`],
  ['digits that an address encodes', repeated('%34%D9%A9')],
  ['quotes and backslashes', repeated('\\"')],
  ['backslashes', repeated('\\')],
  ['backslashes that an address encodes', repeated('%5c')],
  ['backslashes that an address encodes again and again', repeated('%25255C\\')],
  ['percent signs that an address encodes', (length) => `%${'25'.repeat(length / 2)}`],
  ['spaces', repeated(' ')],
  ['flags', repeated('--fresh=')],
  ['choices', repeated('full ')],
  ['files', repeated('file="')],
  ['escape sequences', repeated('\u001b[0')],
  ['half a pair', repeated('\ud835')],
];

const known = (): boolean => true;
const typed = (text: string) => readLine(text, ['imei', 'quota'], 'imei', () => undefined);
const me = { id: 1, username: 'imei_bot' };
const GROUP = { id: -1, type: 'supergroup', title: 'A' } as const;
const message = (text: string) =>
  ({ message_id: 1, date: 0, chat: { id: 1, type: 'private', first_name: 'A' }, text }) as const;
const specs = [
  { name: 'imei', kind: 'text', required: false },
  { name: 'detail', kind: 'choice', required: false, choices: ['brief', 'full'] },
  { name: 'fresh', kind: 'flag' },
] as const;

const mask = createMask(['a secret of this test']);

/** What meets the text of strangers. */
const READERS: readonly (readonly [string, (text: string) => unknown])[] = [
  ['the search for IMEIs', (text) => findImeis(text, { known })],
  ['the mask of card numbers', maskCards],
  ['the options of a command', (text) => parseOptions(specs, { kind: 'text', text })],
  ['a line on the console', (text) => [typed(text), typed(`/${text}`)]],
  ['a message in a private chat', (text) => readMessage(message(text), me, 'imei')],
  ['a message in a group', (text) => readMessage({ ...message(text), chat: GROUP }, me, 'imei')],
  ['a command nobody knows', (text) => readMessage(message(`/${text.replace(/\W/g, 'x')}`), me, 'imei')],
  ['a text that is shown', (text) => [visibleLine(text), oneLine(text)]],
  ['a line of the log', (text) => mask.line(JSON.stringify({ msg: text }))],
  ['a text that is printed', (text) => mask.text(text)],
];

describe('what reads the text of strangers', () => {
  it.each(READERS)('takes time in proportion to the text, whatever the text: %s', (_, read) => {
    for (const [what, make] of WORST) {
      const [longest = '', shorter = ''] = LENGTHS.map(make).toReversed();
      const took = (text: string): number => processorMs(() => read(text));
      const isInProportion = (): boolean => {
        const longMs = took(longest);
        return longMs < NOISE_MS || longMs < took(shorter) * MOST_TIMES;
      };
      // A second attempt counts: the first one compiles, and is disturbed by others.
      expect(isInProportion() || isInProportion() || isInProportion(), what).toBe(true);
    }
  });
});

describe('a long message', () => {
  const commands = createCommands({ ...quiet, tacName: () => ({ brand: 'Nokia', model: '3310' }) });
  const imei = commands.find(({ name }) => name === 'imei');

  /** All that one line makes the process do before anything is sent. */
  const answer = async (line: string): Promise<void> => {
    const said = typed(line);
    if (said.kind !== 'ask' || said.ask.kind !== 'command') return;
    const request: Request = {
      id: 'test:1',
      ask: said.ask,
      requester: 'test:user:1',
      scopes: [],
      locale: 'en',
      visibility: 'private',
      target: {},
    };
    const { ask } = said;
    if (ask.options.kind === 'text') maskCards(ask.options.text);
    JSON.stringify(request);
    const prepared = imei?.prepare(ask.options);
    if (prepared === undefined || !prepared.ok) return;
    const states = prepared.run({
      requestId: 'test:1',
      acceptedAt: 0,
      requester: 'test:user:1',
      admin: false,
      locale: 'en',
      visibility: 'private',
      signal: new AbortController().signal,
    });
    for await (const _ of states) break;
  };

  // Five times what a quiet machine takes: other tests run at the same time.
  it('of 100,000 characters holds everybody else up for at most 250 ms at a time', async () => {
    for (const [what, make] of WORST.filter((_, index) => cases(index % 3 === 0, true)))
      expect(await atOnceMs(() => answer(make(99_000)), 250), what).toBeLessThan(250);
  });

  it.runIf(cases(false, true))(
    'of 1 MB on the console holds everybody else up for at most 300 ms at a time',
    async () => {
      for (const [what, make] of WORST)
        expect(await atOnceMs(() => answer(make(1_000_000)), 300), what).toBeLessThan(300);
    },
  );
});

describe('what is wrong in a long text', () => {
  it('is told of all wrong numbers, of which the first 20 are mended', () => {
    const lines = Array.from({ length: 1_200 }, (_, index) => mistyped(imeiAt(index)));
    const { problems } = findImeis(lines.join('\n'), { known });
    expect(problems).toHaveLength(1_200);
    const mended = problems.flatMap(({ problem }, index) =>
      problem.kind === 'check-digit' && problem.repairs.length > 0 ? [index] : [],
    );
    expect(mended).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('hides no IMEI behind many wrong numbers', () => {
    const lines = Array.from({ length: 1_200 }, (_, index) => mistyped(imeiAt(index)));
    const right = ['490154203237518', '35-693803-564380-9', '3569380356438099'];
    const { found, problems } = findImeis([...lines, ...right].join('\n'), { known });
    expect(found.map(({ imei }) => imei)).toEqual(['490154203237518', '356938035643809']);
    expect(problems).toHaveLength(1_200);
  });
});

describe('what people really paste is not lost', () => {
  const imeis = (text: string): number => findImeis(text, { known }).found.length;

  it('200 IMEIs between 90,000 characters of other things are all found', () => {
    const lines = Array.from({ length: 200 }, (_, index) => `${'and so on '.repeat(45)}${imeiAt(index)}`);
    expect(imeis(lines.join('\n'))).toBe(200);
  });

  it('an IMEI behind 99,000 characters of almost-IMEIs is found', async () => {
    const text = `${repeated('490154203237517 ')(99_000)}\n356938035643809`;
    (await conversation().say(text)).expect('356938035643809');
  });
});

/** With another last digit. */
function mistyped(imei: string): string {
  return imei.slice(0, -1) + ((Number(imei.at(-1)) + 1) % 10);
}

function imeiAt(index: number): string {
  return findImeis(`352099${String(index).padStart(8, '0')}`).found[0]?.imei ?? '';
}

async function atOnceMs(work: () => Promise<void>, enoughMs: number): Promise<number> {
  return (await leastTakenBy(work, { atOnceMs: enoughMs })).atOnceMs;
}
