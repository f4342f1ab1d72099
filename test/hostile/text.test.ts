import type { Message } from 'grammy/types';
import { describe, expect, it } from 'vitest';
import { parseLine } from '../../src/adapters/console/line.ts';
import { interpret } from '../../src/adapters/reading/meaning.ts';
import { visibleLine } from '../../src/adapters/rendering/visible-text.ts';
import { toPlainMessage } from '../../src/adapters/telegram/events/read-message.ts';
import { parseOptions } from '../../src/core/command/parse-options.ts';
import { addSecret } from '../../src/core/operator/secrets.ts';
import { readDelimited } from '../../src/files/tables/formats/delimited-text.ts';
import { readContent } from '../../src/files/tables/formats/file-content.ts';
import { textOfMail } from '../../src/files/tables/formats/mail.ts';
import { textOfHtml } from '../../src/files/tables/formats/web-page.ts';
import { numbersOfCell, plainNumber } from '../../src/files/tables/numbers/cell-numbers.ts';
import { toCsv } from '../../src/files/tables/write-table.ts';
import { oneLine } from '../../src/format/reply/one-line.ts';
import { maskCards } from '../../src/imei/cards.ts';
import { findImeis } from '../../src/imei/find.ts';
import { IMEI_NAME } from '../../src/imei/names/number-name.ts';
import { maskLine, maskNumbersExceptIds, maskSecrets } from '../../src/ops/log/mask.ts';
import { conversation } from '../support/conversation.ts';
import { commandsNamed } from '../support/host.ts';
import { IMEI } from '../support/known.ts';
import { leastAtOnceMs, processorMs } from '../support/measure/processor-time.ts';
import { cases, isNight } from '../support/nightly.ts';

/** Up to a million characters at night. */
const LENGTHS = cases([1_000, 10_000], [10_000, 100_000, 1_000_000]);
/**
 * Ten times the text may take up to this many times as long. A quadratic pattern takes a hundred
 * times as long.
 */
const MAX_TIMES = 40;
/**
 * What is quicker than this is not compared: a machine collects garbage meanwhile. A reader
 * whose time grows with the square of the length takes seconds.
 */
const NOISE_MS = cases(20, 100);

const repeated = (piece: string) => (length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const numbered = (make: (number: number) => string) => (length: number) => {
  let text = '';
  for (let number = 350_000_000_000_000; text.length < length; number += 7_919_017) {
    text += make(number);
  }
  return text;
};

/** What somebody sends who means to stop the bot. */
const PIECES = [
  'imei|1|1 |1-|1\n|12 345 6-7 89\n|123 |1a2Я३٤中文5 |490154203237517 |35-693803-564380-9 |35 693803 35 ',
  '49 015420 323751 7 |٤٩٠١٥٤٢٠٣٢٣٧٥١٧ |٣ |３５６９３８０３５６４３８０９ |4111 1111 1111 1112 |4111 1111 1111 1111 ',
  '••••••••••••1111 |••••1111|4111•1111•1111•1111 |4111 1111\n1111 1111\n|4111111111111111123 |2O9900 |l1O0',
  '356938O356438O9 |1OIl0O a1 |35693803******2 |3.52E+14 |3.52E+1|?=a@b/ |/a|[1](http://(a|https://x/356938035643809 ',
  '%34%D9%A9|\\"|\\|\\xa0356938035643809|%20356938035643809|35 693803\n> 564380 9 |3\u200b5\u200b6\u200b9|*|%5c',
  '%25255C\\| |--fresh=|full |file="|\u001b[0|\u001b[31m|\ud835|" |"|,"|\n"a"b|"a",|\n|a|<|<!--|<style|</style |<p|\n--a\n|\u00e4\u0080|1,11|.0',
].flatMap((pieces) => pieces.split('|'));
const WORST: readonly (readonly [string, (length: number) => string])[] = [
  ...PIECES.map((piece) => [JSON.stringify(piece), repeated(piece)] as const),
  ['letters behind a label', (length) => `imei${'a'.repeat(length)}${'1'.repeat(13)}`],
  ['unseen characters', (length) => `4${'\u200b'.repeat(length)}9`],
  ['marks on a letter', (length) => `a${'\u0301'.repeat(length)}`],
  ['colons in a host', (length) => `x${':1'.repeat(length / 2)}/`],
  ['percent signs that a URL encodes', (length) => `%${'25'.repeat(length / 2)}`],
  [
    'stray quotes before spaces',
    (length) => `"${'"a'.repeat(length / 4)}${' '.repeat(length / 2)},`,
  ],
  ['numbers', numbered((number) => `${number}\n`)],
  ['parameters', numbered((number) => `imei=${number}&`)],
  ['named numbers', numbered((number) => `Order no.: ${number}\n`)],
  ['numbers in Chinese', numbered((number) => `订单号${number}`)],
  ['numbers behind long words', numbered((number) => 'aBcDeFgHiJ'.repeat(7) + number)],
  ['empty lines above a number', (length) => `${repeated('\n')(length)}${IMEI}`],
  ['digits before a word in a cell', repeated('sold, 2024-12-20 140000 356938035643809 Samsung\n')],
  ['numbers in tags', numbered((number) => `<td>${number}`)],
];

const known = (): boolean => true;
const commands = commandsNamed('imei');
const typed = (text: string) =>
  parseLine(text, { commands, tokenOf: () => undefined, exists: () => true });
const me = { id: 1, username: 'imei_bot' };
const readMessage = (message: Message) => interpret(toPlainMessage(message, me), commands);
const GROUP = { id: -1, type: 'supergroup', title: 'A' } as const;
const message = (text: string) =>
  ({ message_id: 1, date: 0, chat: { id: 1, type: 'private', first_name: 'A' }, text }) as const;
const specs = [
  { name: 'imei', kind: 'text', required: false },
  { name: 'detail', kind: 'choice', required: false, choices: ['brief', 'full'] },
  { name: 'fresh', kind: 'flag' },
] as const;

addSecret('a secret of this test');

/** What meets the text of strangers. */
const READERS: readonly (readonly [string, (text: string) => unknown])[] = [
  ['what finds IMEIs', (text) => findImeis(text, { known })],
  ['what masks cards and numbers', (text) => [maskCards(text), maskNumbersExceptIds(text)]],
  ['the options of a command', (text) => parseOptions(specs, { kind: 'text', text })],
  ['a line on the console', (text) => [typed(text), typed(`/${text}`)]],
  ['a message in a private chat', (text) => readMessage(message(text))],
  ['a message in a group', (text) => readMessage({ ...message(text), chat: GROUP })],
  ['a command nobody knows', (text) => readMessage(message(`/${text.replace(/\W/g, 'x')}`))],
  ['a text that is shown', (text) => [visibleLine(text), oneLine(text)]],
  ['a line of the log', (text) => maskLine(JSON.stringify({ msg: text }))],
  ['a text that is printed', (text) => maskSecrets(text)],
  ['a delimited file', (text) => readDelimited(text, 'list.csv')],
  ['a text with commas', (text) => readDelimited(text, 'list.txt')],
  ['the bytes of a file', (text) => readContent(Buffer.from(`${text}a`, 'latin1'))],
  ['a web page in a mail', textOfHtml],
  [
    'a mail in several forms',
    (text) => textOfMail(Buffer.from(`${MAIL_HEADERS}--a\n\n${text}\n--a`), ''),
  ],
  ['a cell', (text) => numbersOfCell(plainNumber(text), CELL)],
  ['a cell that is written', (text) => toCsv([[text], [`${text}a`]], ',')],
];
const MAIL_HEADERS = 'Mime-Version: 1.0\nContent-Type: multipart/alternative; boundary=a\n\n';
const CELL = { line: 1, fieldName: IMEI_NAME, isRounded: false, known: () => false };

describe('what reads the text of strangers', () => {
  it.each(READERS)('takes time in proportion to the text, whatever the text: %s', (_, read) => {
    for (const [what, make] of WORST) {
      const [longest = '', shorter = ''] = LENGTHS.map(make).toReversed();
      const took = (text: string): number => processorMs(() => read(text));
      const isInProportion = (): boolean => {
        const longMs = took(longest);
        return longMs < NOISE_MS || longMs < took(shorter) * MAX_TIMES;
      };
      // The best of three counts: the first one compiles, and others disturb any of them.
      expect(isInProportion() || isInProportion() || isInProportion(), what).toBe(true);
    }
  });
});

describe.runIf(isNight)('by night, 100,000 characters', () => {
  /** All that one line makes the process do before anything is sent. */
  const { begin } = conversation({
    services: { tacEntryOf: () => ({ brand: 'Nokia', model: '3310' }) },
  });
  const answer = async (line: string): Promise<void> => {
    typed(maskCards(line));
    await begin(`/imei ${line}`).next();
  };

  // Five times what a quiet machine takes: other tests run at the same time.
  it('of one message hold everybody else up for at most 250 ms at a time', async () => {
    for (const [what, make] of WORST) {
      expect(await leastAtOnceMs(() => answer(make(99_000)), 250), what).toBeLessThan(250);
    }
  });
});

it('99,000 characters of almost-IMEIs hide no IMEI behind them', async () => {
  const text = `${repeated('490154203237517 ')(99_000)}\n356938035643809`;
  (await conversation().say(text)).expect('356938035643809');
});
