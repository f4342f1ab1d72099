import { describe, expect, it } from 'vitest';
import { atOnce, type Steps } from '../../src/core/async/event-loop.ts';
import { findImeis, imeiSteps } from '../../src/imei/find/find.ts';
import { parseImei } from '../../src/imei/find/parse.ts';
import { prepareSteps } from '../../src/imei/find/prepared.ts';
import { searchSteps } from '../../src/imei/find/search.ts';
import { maskCardSteps } from '../../src/imei/mask/cards.ts';
import { NONE_KNOWN } from '../../src/imei/number/read.ts';
import { findChains } from '../../src/imei/text/chains.ts';
import { expanded, withoutExponents } from '../../src/imei/text/exponents.ts';
import { foldSteps } from '../../src/imei/text/fold.ts';

const A = '490154203237518';
const C = '356938035643809';
const CARD = '378282246310005';
const SENTENCE = 'as I have written to you in my last mail about this';
const UNSEEN = '\u200b';

/** `+` an IMEI with its slot, `!` what is told. */
function read(text: string): string {
  const { found, problems } = findImeis(text);
  return [
    ...found.map(({ imei, from, label }) =>
      [`+${imei}`, from === 'imei' ? [] : from, label ?? []].flat().join(' '),
    ),
    ...problems.map(({ problem }) => `!${problem.kind}${'what' in problem ? ` ${problem.what}` : ''}`),
  ].join(', ');
}

function stepsOf(steps: Steps<unknown>): number {
  let count = 0;
  while (!steps.next().done) count += 1;
  return count;
}

describe('of a card number only the last four digits are kept and shown, and all that is beside it stays', () => {
  it.each([
    [
      'on lines of its own, before another',
      `4111\n1111\n1111\n1111 and ${CARD}`,
      '••••••••••••1111\n\n\n and •••••••••••0005',
    ],
    ['in halves on two lines', '4111 1111\n1111 1111', '••••••••••••1111\n'],
    ['on lines of its own in a sentence', 'my card 4111\n1111\n1111\n1111', 'my card ••••••••••••1111\n\n\n'],
    ['on a line behind others', `a\nb\n${CARD}\nc`, 'a\nb\n•••••••••••0005\nc'],
    ['stuck to a word', `xx card${CARD} ok`, 'xx card•••••••••••0005 ok'],
    ['mistyped behind the word IMEI', 'IMEI: 378282246310006', 'IMEI: •••••••••••0006'],
    ['mistyped behind an IMEI’s slot', 'imei1 378282246310006', 'imei1 •••••••••••0006'],
    ['with two digits behind it', '378282246310006 04', '•••••••••••0006 04'],
    ['with a number behind its groups', '3782 822463 10005 12345', '•••••••••••0005 12345'],
    ['with two digits behind its dashes', '4111-1111-1111-1111 12', '••••••••••••1111 12'],
    ['with two digits before its dashes', '12 4111-1111-1111-1111', '12 ••••••••••••1111'],
    ['in groups of somebody’s own', '4111 11111 1111 111', '••••••••••••1111'],
    ['that begins like an IMEI, in groups of somebody’s own', '4900-000000000086', '••••••••••••0086'],
    ['behind a plus, in a sentence', `${SENTENCE} +${CARD} ok`, `${SENTENCE} +•••••••••••0005 ok`],
  ])('%s: %j', (_where, text, kept) => {
    expect(atOnce(maskCardSteps(text))).toBe(kept);
    const told = findImeis(text).problems;
    expect(new Set(told.map(({ problem }) => problem.kind))).toEqual(new Set(['card']));
    expect(told.map((one) => one.text).sort()).toEqual((kept.match(/•+\d{4}/g) ?? []).sort());
  });

  it('also in an address, where nothing is told of it', () => {
    const text = `see https://shop.example/4111111111111111 and a.example/${CARD} there`;
    expect(atOnce(maskCardSteps(text))).toBe(
      'see https://shop.example/••••••••••••1111 and a.example/•••••••••••0005 there',
    );
    expect(read(text)).toBe('');
  });
});

describe('what stands behind a card number', () => {
  it.each([
    '4111111111111111123',
    '41111111111111111227',
    '411111111111111112/27',
    '41111111111111111227123',
    '4111111111111111-123',
    '3782822463100051234',
    '378282246310005-1234',
  ])('goes with it where it is a security code or an expiry: %s', (text) => {
    expect(atOnce(maskCardSteps(text))).toMatch(/^•{11,12}(?:1111|0005)$/);
    expect(read(`${text} ${C}`)).toBe(`+${C}, !card`);
  });

  it.each(['41111111111111119999999', '4111111111111112123', '4111111111111112-123'])(
    'is part of another number where it is none, or the check digit is wrong: %s',
    (text) => {
      expect(atOnce(maskCardSteps(text))).toBe(text);
      expect(read(text)).not.toContain('!card');
    },
  );

  it('or between several that are divided by lines is told as what it is', () => {
    const two = '4111 1111\n1111 1111\n\n6011 0009\n9013 9424';
    expect(findImeis(two).problems.map(({ text }) => text)).toEqual(['••••••••••••1111', '••••••••••••9424']);
    expect(read('4111 1111\n1111 1111\n12345678')).toBe('!card, !too-short');
    expect(read('12345678\n4111 1111\n1111 1111')).toBe('!too-short, !card');
  });
});

describe('what a person is told of, and what not', () => {
  it.each([
    ['a phone number on a line of its own below a sentence', `${SENTENCE}\n0049151234567`, ''],
    ['fifteen digits behind a plus in somebody’s groups', '+378 282 246 310 005', '!looks-like phone'],
    [
      'a number of another kind beside a mistyped one',
      '268435456789012345\n490154203237517',
      '!looks-like meid-decimal, !check-digit',
    ],
    ['a moment that is called an IMEI', 'IMEI 20241121123456', '!unassigned'],
    ['a fraction with a card’s first digits', '378282.246310006', ''],
    ['sixteen digits in two groups without a check digit', '4900-000000000087', ''],
    ['what stands behind a line that begins anew with a dash', 'abc\n-490154203237', '!too-short'],
    ['what begins with a dash', '-490154203237', '!too-short'],
    ['what has a dash behind a blank', 'abc -490154203237', '!too-short'],
    ['eight digits stuck to the word IMEI', 'imei49015420', '!too-short'],
    ['letters in place of most digits', '49O1S4ZO3Z3751B', ''],
    ['a short number beside an address of mail', `${SENTENCE} ${C} 77@ ok`, `+${C}`],
    ['a plus that is not the number’s own', `+-${C}`, `+${C}`],
    ['a model before an IMEI, which is no slot', `iPhone 5 ${A}`, `+${A}`],
    ['two digits that are no slot', `IMEI 66 ${A}`, `+${A}`],
  ])('%s: %j', (_what, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['alone, whatever its digits', '7.7E+14', '!cut-off'],
    ['in a question, where no IMEI begins so', 'broken phone 7.7E+14', ''],
    ['in a question with five words', 'one two three four five 3.52E+14', '!cut-off'],
    ['in a sentence with six', 'one two three four five six 3.52E+14', ''],
    ['in a sentence, with one digit', `${SENTENCE} 3E+14`, ''],
    ['beside a word of a letter that takes two units', '𠮷 7.7E+14', ''],
    ['beside five words, of which one has such a letter', 'one two three four 𠮷野 3.52E+14', '!cut-off'],
    ['before a mistyped number', '3.52E+14\n490154203237517', '!cut-off, !check-digit'],
  ])('a number that a spreadsheet has cut off, %s: %j', (_where, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('is shown as it was typed, without what stands before it, and with its line', () => {
    const told = (text: string) => findImeis(text).problems.map((one) => [one.line, one.text]);
    expect(told('+5 490154203237517')).toEqual([[1, '490154203237517']]);
    expect(told('x imei490154203237517')).toEqual([[1, '490154203237517']]);
    expect(told('\n3.52E+14')).toEqual([[2, '3.52E+14']]);
  });

  it('fourteen or fifteen times one digit is a placeholder by its first one, whatever its last', () => {
    const why = (text: string) => findImeis(text).problems[0]?.problem;
    expect(why('000000000000005')).toEqual({ kind: 'placeholder', why: 'zeros' });
    expect(why('111111111111110')).toEqual({ kind: 'placeholder', why: 'repeated' });
  });

  it('a mistyped number is mended behind any number of right ones, also of fourteen digits', () => {
    const right = Array.from({ length: 30 }, (_, at) => `356938035643${String(at).padStart(2, '0')}`);
    expect(findImeis([...right, '490154203237517'].join('\n'), () => true).problems).toMatchObject([
      { problem: { kind: 'check-digit', repairs: expect.arrayContaining([A]) } },
    ]);
  });
});

describe('an IMEI in groups', () => {
  it.each([
    ['may have forty signs between two of them', `49015420 ${UNSEEN.repeat(39)}3237518`, `+${A}`],
    ['may not have more', `49015420 ${UNSEEN.repeat(40)}3237518`, '!too-short'],
    ['without its check digit has no stray digit before it', '5 49 015420 323751', '!check-digit'],
    ['without its check digit has none behind it', '49 015420 323751 123', '!too-long'],
    ['may have a slot before and a version behind', 'IMEI 2 4901 5420 3237 5104 / 04', `+${A} imeisv IMEI2`],
    ['ends where what divides them changes', '49015420 - 323751 - 8 12345', `+${A}`],
    ['does not end where it goes on with six digits', '49-015420-323751-8-190064', '!too-long'],
    ['is not made of eight, three and four', '49015420 323 7518', ''],
    ['may be made of threes without its check digit', '490 154 203 237 51', `+${A} 14-digits`],
  ])('%s: %j', (_what, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('has a slot and a software version only where it is written with one', () => {
    const one = { imei: A, from: 'imei', warning: 'sample', line: 1 };
    expect(findImeis(`IMEI2 ${A}`).found).toStrictEqual([{ ...one, label: 'IMEI2' }]);
    expect(findImeis(`${A}/04`).found).toStrictEqual([{ ...one, softwareVersion: '04' }]);
    expect(findImeis(`${A} ok`).found).toStrictEqual([one]);
  });
});

describe('one number that was given as an IMEI', () => {
  it.each([` +${A}`, `IMEI: +${A}`])('is a phone’s where it begins with a plus: %j', (text) => {
    expect(parseImei(text)).toEqual({ ok: false, problem: { kind: 'looks-like', what: 'phone' } });
  });

  it('has its letter told, also behind a plus', () => {
    expect(parseImei(`+${A}x`)).toMatchObject({ problem: { kind: 'letter', character: 'x', position: 16 } });
  });

  it('may have fourteen digits and a software version behind a slash', () => {
    expect(parseImei('49015420323751/04')).toMatchObject({
      reading: { imei: A, from: '14-digits', softwareVersion: '04' },
    });
  });
});

describe('a number in a spreadsheet’s notation', () => {
  it.each([
    ['3.52099001761481E+14', '352099001761481'],
    ['3.52099001761481000E+14', '352099001761481'],
    ['3.520990017614810010E+14', undefined],
    ['3.52E+14', undefined],
    ['hello', undefined],
  ])('%s has all its digits, and nothing but zeros behind them, or is none: %s', (text, digits) => {
    expect(expanded(text)).toBe(digits);
  });

  it('is nowhere in a text without one', () => {
    expect(withoutExponents('IMEI')).toEqual({ text: 'IMEI', cutOffs: [] });
  });
});

describe('a long text holds up nobody else', () => {
  it.each([A, '490154203237'])('a list of %s is looked at sixteen numbers at a time', (number) => {
    const list = Array.from({ length: 320 }, () => number).join('\n');
    const others = stepsOf(prepareSteps(list)) + stepsOf(findChains(list));
    const numbersAlone = stepsOf(searchSteps(list, list, NONE_KNOWN)) - others;
    expect(numbersAlone).toBe(320 / 16);
  });

  it('is folded and divided into words in portions', () => {
    expect(stepsOf(foldSteps('é'.repeat(8_192)))).toBe(2);
    expect(stepsOf(findChains('word '.repeat(1_024)))).toBe(5);
  });

  it('and what needs no search has none: an IMEI alone, and a text without the digits of a card', () => {
    expect(stepsOf(imeiSteps(A))).toBe(0);
    expect(stepsOf(maskCardSteps(A))).toBe(0);
    expect(stepsOf(maskCardSteps('call 123 456 789'))).toBe(0);
  });
});
