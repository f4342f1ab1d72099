import { describe, expect, it } from 'vitest';
import { atOnce } from '../../src/core/async/event-loop.ts';
import { luhnCheckDigit } from '../../src/imei/digits.ts';
import { findImeis } from '../../src/imei/find/find.ts';
import { completeImei } from '../../src/imei/imei.ts';
import { maskCardSteps } from '../../src/imei/mask/cards.ts';

const A = '490154203237518';
const B = '352099001761481';
const C = '356938035643809';
const CARD = '378282246310005';
const VISA = '4111111111111111';
/** Of no body that allocates IMEIs, with a right check digit. */
const NO_BODY = completeImei('77000000000000') ?? '';
/** Of a card, or of an IMEI with its software version. */
const IN_DOUBT = `490154203237510${luhnCheckDigit('490154203237510')}`;

/** `+` an IMEI with its slot, `!` what is told. */
function read(text: string, known?: (tac: string) => boolean): string {
  const { found, problems } = findImeis(text, known);
  return [
    ...found.map(({ imei, from, label }) =>
      [`+${imei}`, from === 'imei' ? [] : from, label ?? []].flat().join(' '),
    ),
    ...problems.map(({ problem }) => `!${problem.kind}${'what' in problem ? ` ${problem.what}` : ''}`),
  ].join(', ');
}

const SENTENCE = 'as I have written to you in my last mail about this';

describe('a number of 15 digits with a right check digit', () => {
  it.each([
    [`${SENTENCE} ${C} ok`, `+${C}`],
    [`${SENTENCE} 356 938 035 643 809 ok`, ''],
    [`${SENTENCE}\n356 938 035 643 809`, `+${C}`],
    [`${SENTENCE}\n356 938 035 643 808`, ''],
    ['356 938 035 643 808', '!check-digit'],
    [`${SENTENCE} imei 356 938 035 643 808 ok`, '!check-digit'],
    [`${SENTENCE} ${C}@ ok`, ''],
    [`${SENTENCE} ${C}% ok`, ''],
    [`${C}% ${B}`, `+${B}`],
    [`${SENTENCE} +${C} ok`, ''],
    [`${SENTENCE} +(${C}) ok`, ''],
    [`${SENTENCE} @${C} ok`, ''],
    [`${SENTENCE} id=${C} ok`, ''],
    [`${SENTENCE} id_${C} ok`, ''],
    [`id = ${C}`, `+${C}`],
    [`imei=${C}`, `+${C}`],
    [`imei_${C}`, `+${C}`],
    [`order ${C}`, ''],
    [`order ${C} ${B}`, `+${B}`],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a number of 14 or 16 digits', () => {
  it.each([
    ['35693803564380', `+${C} 14-digits`],
    [`${SENTENCE} 35693803564380 ok`, `+${C} 14-digits`],
    [`${SENTENCE} 3569 3803 5643 80 ok`, ''],
    [`${SENTENCE}\n35693803564380`, `+${C} 14-digits`],
    [`${SENTENCE}\n3569 3803 5643 80`, ''],
    ['3569 3803 5643 80', `+${C} 14-digits`],
    [`${SENTENCE} id-35693803564380 ok`, ''],
    [`${SENTENCE} 72345678901234 ok`, ''],
    [`${SENTENCE}\n72345678901234`, '!unassigned'],
    [`${SENTENCE} 4901542032375104 ok`, `+${A} imeisv`],
    ['20241121123456', ''],
    [`${SENTENCE}\n20241121123456`, ''],
    ['00491701234567', '!looks-like phone'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('is meant wherever its TAC is known', () => {
    const known = (tac: string): boolean => tac === '72345678';
    expect(read(`${SENTENCE} 72345678901234 ok`, known)).toBe('!unassigned');
    expect(read(`${SENTENCE} 3569 3803 5643 80 ok`, (tac) => tac === '35693803')).toBe(`+${C} 14-digits`);
  });

  it('is meant wherever everybody knows it', () => {
    expect(read(`${SENTENCE} 4901 5420 3237 51 ok`)).toBe(`+${A} 14-digits`);
    expect(read(`${SENTENCE} 490 154 203 237 518 ok`)).toBe(`+${A}`);
  });
});

describe('a payment card’s number', () => {
  it.each([
    [CARD, '!card'],
    [`${SENTENCE} ${CARD} ok`, '!card'],
    [`${SENTENCE} x${CARD}y ok`, '!card'],
    [`card${CARD}`, '!card'],
    [`visa${VISA}exp1227`, '!card'],
    [`+${CARD}`, '!card'],
    [`tel ${CARD}`, '!card'],
    [`tel ${CARD}, ${C}`, `+${C}`],
    ['O37828224631OOO5', '!card'],
    ['378,282,246,310,005', '!card'],
    ['3.78282246310005E+14', '!card'],
    ['3782 822463 10005', '!card'],
    ['+3782 822463 10005', '!card'],
    ['3782 8224631 0005', '!card'],
    ['3782-82246310005', '!card'],
    ['4111-111111111111', '!card'],
    ['4111-111111111112', ''],
    ['378 282 246 310 005', '!card'],
    ['378282246310006', '!card'],
    ['IMEI: 378282246310005', '!card'],
    ['•••••••••••0005', '!card'],
    ['4111 1111 1111 1111', '!card'],
    [`4111 1111 1111 1111 ${C}`, `+${C}, !card`],
    [`${C} ${CARD}`, `+${C}, !card`],
    ['3530 1113 3330 0000', '!card'],
    ['IMEI 3530 1113 3330 0000', '+353011133330001 imeisv'],
    [IN_DOUBT, '!card'],
    [`IMEI ${IN_DOUBT}`, `+${A} imeisv`],
    ['4900000000000086', '!card'],
    ['IMEI 4900000000000086', '+490000000000007 imeisv'],
    [`${SENTENCE} ${NO_BODY} ok`, '!unassigned'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('may be an IMEI where its TAC is known', () => {
    expect(read('4900000000000086', (tac) => tac === '49000000')).toBe('+490000000000007 imeisv');
    expect(read('3530 1113 3330 0000', (tac) => tac === '35301113')).toBe('!card');
  });

  it.each(['3782 82246310006', '378 2822463 10006', '3782-8224631000', '34 828224631000'])(
    '%s, mistyped in groups of somebody’s own, is shown and written down with its last digits only',
    (text) => {
      const end = `•${text.replaceAll(/\D/g, '').slice(-4)}`;
      expect(findImeis(text).problems).toMatchObject([
        { text: expect.stringMatching(new RegExp(`^•+${end}$`)), problem: { kind: 'card' } },
      ]);
      expect(atOnce(maskCardSteps(text))).toMatch(new RegExp(`^•+${end}$`));
    },
  );

  it.each(['3782 822463 1000 5', '3782(822463(1000(5', '3782-822463-1000-5'])(
    'of American Express has its last digit also where that stands alone: %s',
    (text) => {
      expect(findImeis(text).problems).toMatchObject([
        { text: '•••••••••••0005', problem: { kind: 'card' } },
      ]);
      expect(atOnce(maskCardSteps(`${text} ${C}`))).toBe(`•••••••••••0005 ${C}`);
    },
  );

  it.each(['+4111 1111 1111 1111 4901542032375', 'abc_4111111111111111 4901542032375'])(
    'leaves a number behind it to be read for itself, whatever it follows: %s',
    (text) => {
      expect(findImeis(text).problems).toMatchObject([
        { problem: { kind: 'card' } },
        { text: '4901542032375', problem: { kind: 'too-short' } },
      ]);
    },
  );

  it('is shown with its last digits only', () => {
    expect(findImeis(`${CARD}.0`).problems).toMatchObject([{ text: '•••••••••••0005', line: 1 }]);
    expect(findImeis(`a\nO37828224631OOO5`).problems).toMatchObject([{ text: '•••••••••••0005', line: 2 }]);
  });
});

describe('what is wrong with a number', () => {
  it.each([
    ['12345678', '!too-short'],
    ['1234567', '!too-short'],
    ['123', '!too-short'],
    ['12345678 9', '!too-short'],
    ['49015420323751812345678', '!too-long'],
    [`imei 49015420323`, '!too-short'],
    [`${SENTENCE} imei 49015420323`, '!too-short'],
    [`${SENTENCE} imei 4901542032`, ''],
    [`${SENTENCE} imei 49015420323751812345`, '!too-long'],
    [`${SENTENCE} imei 490154203237518123456`, ''],
    [`${SENTENCE} imei 8949020000123456789`, '!looks-like iccid'],
    [`${SENTENCE} imei 89049032000000000000000000000012`, '!looks-like eid'],
    ['12345678, 23456789', '!too-short, !too-short'],
    ['tel 12345678', ''],
    [`tel 12, ${A}`, ''],
    ['my broken phone 8949 0200 0012 3456 789', '!looks-like iccid'],
    ['my broken phone 0049151234567', ''],
    ['information 4901542032375', '!too-short'],
    ['F2LXJ0ABCD', '!looks-like apple-serial'],
    ['my broken phone 4901542032375', '!too-short'],
    ['my broken phone 490154203237', '!too-short'],
    ['my broken phone 49015420323', ''],
    ['my broken phone 4901542032375 and 356938035643', ''],
    ['my broken phone 490154 2032375', ''],
    ['my broken phone 1763722800000', ''],
    ['my broken phone 0049 151 234567', ''],
    ['my broken phone 89049032000000000000000000000012', '!looks-like eid'],
    [`${SENTENCE} 4901542032375 ok`, ''],
    [`${SENTENCE}\n4901542032375`, '!too-short'],
    [`${SENTENCE}\n49015420323751812`, '!too-long'],
    [`${SENTENCE}\n490154203237`, ''],
    [`${SENTENCE}\n490154203237518123`, ''],
    [`${SENTENCE}\n490154 2032375`, ''],
    [`${SENTENCE}\n1763722800000`, ''],
    [`${SENTENCE}\n89049032000000000000000000000012`, ''],
    ['one two three four five 4901542032375', '!too-short'],
    ['one two three four five six 4901542032375', ''],
    [`${SENTENCE} 49O154203237518 ok`, '!letter'],
    [`${SENTENCE} 49O154203237517 ok`, ''],
    [`${SENTENCE}\n49O154203237517`, '!letter'],
    ['49O154203237517', '!letter'],
    ['20241121T123456', ''],
    ['IMEI 20241121T123456', ''],
  ])('%s: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ['a date', '2024-11-21', ''],
    ['a date, day first', '21.11.2024', ''],
    ['a date with short parts', '1/1/2024', ''],
    ['a date and a time', '2024-11-21 12', ''],
    ['a short date with more', '24-11-21 1234', ''],
    ['what has two kinds of signs', '2024-11.21', '!too-short'],
    ['what has blanks', '2024 11 21', '!too-short'],
    ['what is longer', '2024-111-21', '!too-short'],
    ['what has blanks around its signs', '2024 - 11 - 21', '!too-short'],
    ['what has blanks before its signs', '2024 -11 -21', '!too-short'],
    ['what has blanks behind its signs', '2024- 11- 21', '!too-short'],
    ['groups before it', '12-2024-11-21', '!too-short'],
    ['a fraction', '123456.78901', ''],
    ['a fraction with more', '123456.78901-2', '!too-short'],
    ['an address of a computer', '192.168.100.200', ''],
    ['an address of a computer and its port', '192.168.100.200-8080', ''],
    ['what has longer groups', '1920.168.100.200', '!too-short'],
    ['what has longer groups in the midst', '192.1680.100.200', '!too-short'],
    ['what has longer groups behind', '192.168.1000.200', '!too-short'],
    ['what has longer groups at its end', '192.168.100.2000', '!too-short'],
    ['what has other signs', '192.168-100.200', '!too-short'],
    ['what has other signs behind', '192.168.100-200', '!too-short'],
    ['the end of a name', 'abc-490154203237', ''],
    ['the end of a longer name', 'abc/._-490154203237', ''],
    ['the end of a name behind IMEI', 'imei-12345678901', '!too-short'],
    ['in a bracket', 'abc(-490154203237', '!too-short'],
    ['in a bracket of a name', 'abc-(490154203237', '!too-short'],
    ['a number behind a word', 'abc 490154203237', '!too-short'],
    ['a word and a number', 'abc 12345678901 2', ''],
    ['a phone number', '0151 2345678', '!looks-like phone'],
    ['a phone number of ten digits', '0301234567', '!looks-like phone'],
    ['a number of twelve digits that begins with 0', '030123456789', '!too-short'],
    ['a number of nine digits that begins with 0', '030123456', '!too-short'],
    ['a phone number in America', '202 555 0143', '!looks-like phone'],
    ['a phone number in America with its 1', '1 202 555 0143', '!looks-like phone'],
    ['the same groups with another before', '12 202 555 0143', '!too-short'],
    ['the same groups with another behind', '202 555 0143 1', '!too-short'],
    ['a phone number with brackets', '(0)1234567', '!looks-like phone'],
    ['a short one with brackets', '1(23)456', '!too-short'],
    ['one of seven digits with brackets', '(12)34567', '!looks-like phone'],
    ['one of fourteen digits with brackets', '1(234)5678901234', ''],
    ['a long one with brackets', '1(234)56789012345', '!check-digit'],
    ['two of seven digits', '5551234 5551235', '!looks-like phone'],
    ['two of six digits', '555123 555123', '!too-short'],
  ])('is told where it is not %s: %s', (_what, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('has its plus in what is shown of it, and no more than 60 characters', () => {
    const textOf = (text: string) => findImeis(text).problems[0]?.text;
    expect(textOf('+49 151 23456789')).toBe('+49 151 23456789');
    expect(textOf('(+49) 151 23456789')).toBe('+49) 151 23456789');
    expect(textOf('(202) 555-0143')).toBe('202) 555-0143');
    expect(textOf('1'.repeat(100))).toBe('1'.repeat(60));
  });

  it('is told of a thousand numbers, each once, of which twenty are mended', () => {
    const wrong = Array.from({ length: 1_200 }, (_, at) => `35209900176${String(at).padStart(4, '0')}`);
    const { problems } = findImeis([...wrong, ...wrong].join('\n'), () => true);
    expect(problems).toHaveLength(1_000);
    const mended = problems.filter(({ problem }) => 'repairs' in problem && problem.repairs.length > 0);
    expect(mended).toHaveLength(20);
    const rightOnes = `${C}\n`.repeat(30);
    expect(findImeis(`${rightOnes}490154203237517`, () => true).problems[0]?.problem).toMatchObject({
      repairs: expect.arrayContaining([A]),
    });
  });

  it('is told of a long number beside an IMEI, and of no short one', () => {
    expect(read(`${A}/490154203237`)).toBe(`+${A}, !too-short`);
    expect(read(`490154203237/${A}`)).toBe(`+${A}, !too-short`);
    expect(read(`${A}/490154203237/${B}/3520990017614/12`)).toBe(`+${A}, +${B}, !too-short, !too-short`);
    expect(read(`${A}/49015420323`)).toBe(`+${A}`);
  });
});

describe('words and numbers that touch each other', () => {
  it.each([
    [`imei${A}`, `+${A}`],
    [`IMEISV${A}`, `+${A}`],
    [`${A}imei`, `+${A}`],
    [`IMEI:${A}IMEI2:${B}`, `+${A}, +${B} IMEI2`],
    [`my imei${A}x`, ''],
    [`ximei${A}`, ''],
    [`${SENTENCE} imeix${A}`, ''],
    [`${SENTENCE} ${A}imeix`, ''],
    [`串号${A}的`, `+${A}`],
    [`${A}नमस्ते${B}`, `+${A}, +${B}`],
    [`${SENTENCE} é${A} ok`, ''],
    [`${SENTENCE} я${A} ok`, ''],
    [`${SENTENCE} ${A}λ ok`, ''],
    [`imei\u200b${A}`, ''],
    ['49\u200b0154203237518', `+${A}`],
    ['4901542O3237518', '!letter'],
    ['49-015420-323751-B', '!letter'],
    ['49 015420 323751 B', `+${A} 14-digits`],
    ['abc49015420', ''],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('keep the lines they stand on', () => {
    const lines = (text: string) => findImeis(text).found.map(({ line }) => line);
    expect(lines(`\n\n${A}\r\n${B}\r\r${C}`)).toEqual([3, 4, 6]);
    expect(lines(`手机\u2028${A}`)).toEqual([2]);
  });
});
