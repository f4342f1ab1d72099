import { describe, expect, it } from 'vitest';
import { findImeis } from '../../src/imei/find/find.ts';
import { parseImei } from '../../src/imei/find/parse.ts';

/** `+` a number that is answered, `!` what a person is told is wrong with one. */
function summary(text: string): string {
  const { found, problems, duplicates } = findImeis(text);
  return [
    ...found.map(({ imei, from }) => `+${imei}${from === 'imei' ? '' : ` ${from}`}`),
    ...problems.map(({ problem }) => `!${problem.kind}`),
    ...(duplicates > 0 ? [`twice ${duplicates}`] : []),
  ].join(', ');
}

const A = '490154203237518';
const B = '352099001761481';
const C = '356938035643809';

describe('an IMEI is read however it is written', () => {
  it.each([
    ['plain', A],
    ['with spaces', '49 015420 323751 8'],
    ['with dashes, 2-6-6-1', '49-015420-323751-8'],
    ['8-6-1', '49015420-323751-8'],
    ['6-2-6-1, as it was before 2003', '490154/20/323751/8'],
    ['with dots', '490154.20.323751.8'],
    ['with underscores', '49_015420_323751_8'],
    ['with en dashes, em dashes and minus signs', '49–015420—323751−8'],
    ['with no-break and thin spaces', '49\u00a0015420\u2009323751\u202f8'],
    ['with tabs', '49\t015420\t323751\t8'],
    ['with zero-width characters and direction marks', '\u200e490154\u200b203237\u2060518\u202c\ufeff'],
    ['in full-width digits', '４９０１５４２０３２３７５１８'],
    ['in Arabic-Indic digits', '٤٩٠١٥٤٢٠٣٢٣٧٥١٨'],
    ['in Persian digits, with dashes', '۴۹-۰۱۵۴۲۰-۳۲۳۷۵۱-۸'],
    ['in Devanagari digits', '४९०१५४२०३२३७५१८'],
    ['in mathematical digits', '𝟒𝟗𝟎𝟏𝟓𝟒𝟐𝟎𝟑𝟐𝟑𝟕𝟓𝟏𝟖'],
    ['digit by digit', '4 9 0 1 5 4 2 0 3 2 3 7 5 1 8'],
    ['in threes', '490 154 203 237 518'],
    ['in fours', '4901 5420 3237 518'],
    ['with a label', `IMEI: ${A}`],
    ['with a label that has a number', 'IMEI 2 49 015420 323751 8'],
    ['with a label in brackets', `IMEI (sim slot 2) ${A}`],
    ['stuck to its label', `IMEI${A}`],
    ['as a setting', `imei=${A}`],
    ['with its software version', 'IMEI1: 49-015420-323751-8 / 04'],
    ['in brackets, with a full stop', `(${A}).`],
    ['in a sentence', `hi, is ${A} blocked? thanks`],
    ['behind another number', `iPhone 5 ${A}`],
    ['behind another number, in groups', 'Galaxy S 22 49 015420 323751 8'],
    ['between commas', `Apple,iPhone 5,${A},16,black`],
    ['with the digits stuck to words of another script', `串号${A}的手机`],
  ])('%s', (_form, text) => {
    expect(summary(text)).toBe(`+${A}`);
  });

  it('with 14 digits: the check digit is computed', () => {
    expect(summary('49015420323751')).toBe(`+${A} 14-digits`);
    expect(summary('490154-20-323751')).toBe(`+${A} 14-digits`);
    expect(summary(`is it ${B.slice(0, 14)} or not`)).toBe(`+${B} 14-digits`);
  });

  it('with 16 digits: the software version is cut, and told', () => {
    expect(findImeis('4901542032375104').found).toMatchObject([
      { imei: A, from: 'imeisv', softwareVersion: '04' },
    ]);
    expect(summary('49-015420-323751-04')).toBe(`+${A} imeisv`);
  });
});

describe('several IMEIs', () => {
  it.each([
    `${A} ${B} ${C}`,
    `${A},${B};${C}`,
    `${A}\n${B}\r\n${C}`,
    `${A}/${B}/${C}`,
    `1. ${A}\n2. ${B}\n3. ${C}`,
    `1)${A}\n2)${B}\n3)${C}`,
    `1.${A}\n2.${B}\n3.${C}`,
    `IMEI1: 49-015420-323751-8 / 04\nIMEI2: 35-209900-176148-1 / 04\nIMEI3: 35-693803-564380-9 / 04`,
    `49-015420-323751-8 35-209900-176148-1 35-693803-564380-9`,
    `49 015420 323751 8 35 209900 176148 1 35 693803 564380 9`,
    `- Nokia ${A}\n- Sony (${B})\n- ${C} Siemens`,
  ])('are found in order: %j', (text) => {
    expect(summary(text)).toBe(`+${A}, +${B}, +${C}`);
  });

  it('are taken once each, in the order in which they came first, whatever their form', () => {
    expect(summary(`${B}\n${A}\n35-209900-176148-1\n${B.slice(0, 14)}`)).toBe(`+${B}, +${A}, twice 2`);
  });

  it('keep their lines and labels', () => {
    const { found } = findImeis(`*#06#\nIMEI1: ${A}\n\nIMEI (sim slot 2)\u00a0${B}`);
    expect(found).toMatchObject([
      { line: 2, label: 'IMEI1' },
      { line: 4, label: 'IMEI2' },
    ]);
  });

  it('are found on a whole screen of *#06#, and the other numbers there need no comment', () => {
    const screen = `*#06#\nIMEI1\n${A}\nIMEI2\n${B}\nMEID: 99000012345678\nEID 89049032000000000000000000000012\nICCID: 89490200001234567890\nSV: 04`;
    expect(summary(screen)).toBe(`+${A}, +${B}`);
  });

  it('the text of a link, and what an address says to be an IMEI', () => {
    expect(summary(`[${A}](https://shop.example/x/${B})`)).toBe(`+${A}`);
    expect(summary(`[see IMEI ${A}](https://shop.example/x/${B}) or https://shop.example/?id=${B}`)).toBe(
      `+${A}`,
    );
    expect(summary(`imei=${A}&lang=en`)).toBe(`+${A}`);
    expect(findImeis(`https://shop.example/check?lang=en&imei1=${A}&imei2=${B}`).found).toMatchObject([
      { imei: A, label: 'IMEI1' },
      { imei: B, label: 'IMEI2' },
    ]);
    expect(summary(`https://shop.example/${A}/imei?order=${B}`)).toBe('');
    expect(summary('https://shop.example/?imei=490154203237517')).toBe('!check-digit');
  });

  it('with wrong ones among them: each wrong one is told, with its line', () => {
    const { found, problems } = findImeis(`${A}\n490154203237517\n4901542032\n${B}`);
    expect(found).toHaveLength(2);
    expect(problems).toMatchObject([
      { line: 2, text: '490154203237517', problem: { kind: 'check-digit', expected: '8', given: '7' } },
      { line: 3, problem: { kind: 'too-short', digits: 10 } },
    ]);
  });
});

describe('what is wrong is told exactly', () => {
  const problem = (text: string, known?: (tac: string) => boolean) =>
    findImeis(text, known).problems[0]?.problem;

  it.each([
    ['4901542032375', { kind: 'too-short', digits: 13 }],
    ['123', { kind: 'too-short', digits: 3 }],
    ['49015420323751812', { kind: 'too-long', digits: 17 }],
    ['49015420323751812345', { kind: 'too-long', digits: 20 }],
    ['49O154203237517', { kind: 'letter', character: 'O', position: 3 }],
    ['89490200001234567890', { kind: 'looks-like', what: 'iccid' }],
    ['8949 0200 0012 3456 7890', { kind: 'looks-like', what: 'iccid' }],
    ['89049032000000000000000000000012', { kind: 'looks-like', what: 'eid' }],
    ['A0000012345678', { kind: 'looks-like', what: 'meid' }],
    ['MEID: A0000012345678', { kind: 'looks-like', what: 'meid' }],
    ['268435456789012345', { kind: 'looks-like', what: 'meid-decimal' }],
    ['+49 151 23456789', { kind: 'looks-like', what: 'phone' }],
    ['0049 151 23456789', { kind: 'looks-like', what: 'phone' }],
    ['C02XG2JHJGH5', { kind: 'looks-like', what: 'apple-serial' }],
    ['000000000000000', { kind: 'placeholder', why: 'zeros' }],
    ['00000000000000', { kind: 'placeholder', why: 'zeros' }],
    ['111111111111111', { kind: 'placeholder', why: 'repeated' }],
  ])('%s', (text, expected) => {
    expect(problem(text)).toEqual(expected);
  });

  it('a wrong check digit: what it should be, and the repairs whose TAC is known', () => {
    // 49 and 94 are swapped neighbours; the TAC is right again when they are.
    expect(problem('940154203237518', (tac) => tac === '49015420')).toMatchObject({ repairs: [A] });
    expect(problem('490154203237517', () => false)).toMatchObject({ expected: '8', given: '7', repairs: [] });
    expect(problem('490154203237517', (tac) => tac === '49015420')).toMatchObject({
      repairs: expect.arrayContaining([A, '490154203237525'].slice(0, 1)),
    });
  });

  it.each([
    ['4901542O3237518', 'O', 8],
    ['49-0l5420-323751-8', 'l', 4],
    ['49015420323751B', 'B', 15],
    ['4901S4Z03Z375I8', 'S', 5],
    ['49O1542O3Z3751B', 'O', 3],
    ['IMEI: 490154203237 5I8', 'I', 14],
  ])(
    'letters for digits, with the IMEI they stand for where the check digit fits: %s',
    (text, character, position) => {
      const reading = { imei: A, from: 'imei', warning: 'sample' };
      expect(problem(text)).toEqual({ kind: 'letter', character, position, reading });
    },
  );

  it.each([
    ['without a check digit', '49O15420323751'],
    ['with one that does not fit', '49O154203237519'],
    ['with a letter that looks like no digit', '49x154203237518'],
    ['with more letters than digits that are left to trust', 'A9OlS4ZO3Z375IB'],
    ['with a prefix that no phone has', '77O000000000008'],
    ['that is the number of a card', '34l234567890183'],
  ])('no IMEI is made of letters in a number %s', (_, text) => {
    expect(problem(text) ?? {}).not.toHaveProperty('reading');
  });

  it.each(['3.52E+14', '3,52E+14', '3.52099E+14', '3.5E14', '3E+14', '1.23E+13'])(
    '%s has lost its digits in a spreadsheet',
    (text) => {
      for (const whole of [
        text,
        `IMEI: ${text}`,
        `what phone is ${text}?`,
        `${text}\nand some more words here, six in all`,
      ])
        expect(findImeis(whole), whole).toMatchObject({
          found: [],
          problems: [{ text, line: 1, problem: { kind: 'cut-off', copied: true } }],
        });
    },
  );

  it('a number in a spreadsheet’s notation that still has its digits is found', () => {
    expect(summary(`3.52099001761481E+14 and 4,90154203237518e14`)).toBe(`+${B}, +${A}`);
  });

  it.each([
    'the sun gives about 3.8E+14 of something every second of the day',
    'a mole has 6.02E+14, or so',
    'v3E14',
    '1.3.5E+14',
    '3.52E+14.7',
  ])('other figures are let alone: %s', (text) => {
    expect(summary(text)).toBe('');
  });

  it('all that is wrong is told in the order of the text', () => {
    const { problems } = findImeis('490154203237517\n3.52E+14\n4901542\n4.9E+14\n');
    expect(problems.map(({ line, problem: { kind } }) => [line, kind])).toEqual([
      [1, 'check-digit'],
      [2, 'cut-off'],
      [4, 'cut-off'],
    ]);
  });

  it('15 digits that end in 0 and are wrong only there may be the form of the network', () => {
    expect(problem('490154203237510')).toMatchObject({ kind: 'check-digit', expected: '8', networkForm: A });
    expect(problem('490154203237517')).not.toHaveProperty('networkForm');
  });

  it('also in prose, where it is almost certainly a mistyped IMEI', () => {
    expect(summary('my phone 490154203237517 is lost')).toBe('!check-digit');
    expect(summary('my phone 49O154203237518 is lost')).toBe('!letter');
    expect(summary('the IMEI is 4901542032375 I think')).toBe('!too-short');
  });

  it('parseImei says it of one number', () => {
    expect(parseImei('')).toEqual({ ok: false, problem: { kind: 'empty' } });
    expect(parseImei('49-015420-\n323751-8')).toMatchObject({ ok: true, reading: { imei: A } });
    expect(parseImei('4901')).toMatchObject({ ok: false, problem: { kind: 'too-short' } });
  });
});

describe('numbers that no phone has are told apart from IMEIs', () => {
  const problemIn = (text: string) => findImeis(text).problems[0]?.problem;

  it('a sample is one that phones may have', () => {
    expect(findImeis(A).found).toMatchObject([{ warning: 'sample' }]);
  });

  it('the number of phones that lost theirs is in the range for test devices', () => {
    expect(findImeis('00499901064000').found).toEqual([]);
    expect(problemIn('00499901064000')).toMatchObject({ kind: 'unassigned', reading: { warning: 'lost' } });
  });

  it.each(['00', '02', '03', '04', '05', '06', '07', '08', '09'])('%s is for test devices', (body) => {
    expect(findImeis(`IMEI ${body}440101542032`).found).toEqual([]);
    expect(problemIn(`IMEI ${body}440101542032`)).toMatchObject({
      kind: 'unassigned',
      reading: { from: '14-digits', warning: 'test-body' },
    });
  });

  it.each(['11', '20', '31', '77', '90', '97'])('%s is of no reporting body', (body) => {
    expect(findImeis(`IMEI ${body}440101542032`).found).toEqual([]);
    expect(problemIn(`IMEI ${body}440101542032`)).not.toHaveProperty('reading.warning');
  });

  it.each([
    '01',
    '10',
    '30',
    '33',
    '35',
    '44',
    '45',
    '49',
    '50',
    '51',
    '52',
    '53',
    '54',
    '86',
    '91',
    '98',
    '99',
  ])('%s is of a reporting body', (body) => {
    const [first] = findImeis(`IMEI ${body}440101542032`).found;
    expect(first?.imei.slice(0, 2)).toBe(body);
    expect(first).not.toHaveProperty('warning');
  });
});

describe('what is no IMEI is left alone', () => {
  it('a decimal fraction by itself is not completed to one', () => {
    expect(findImeis('3.14159265358979').found).toEqual([]);
  });

  it.each([
    ['two telephone numbers side by side', 'call 5551234 5551234'],
    ['two telephone numbers of 15 digits in all', 'call 5551234 55512348 now'],
    ['a telephone number', 'call +49 151 23456789 please'],
    ['a telephone number with 00', 'call 00491512345678 please'],
    ['an ICCID in prose', 'my sim is 89490200001234567890, it came last week with the contract I have'],
    ['a URL parameter', `see https://example.org/?id=${A}&x=1`],
    ['a URL without a scheme', `www.example.org/${A}`],
    ['a parameter by itself', `?session=${A}`],
    ['a timestamp', 'at 20260115120000 it broke'],
    ['a timestamp in groups', 'log 20260115 120000 here'],
    ['milliseconds since 1970', 'ts 1763722800000 here'],
    ['microseconds since 1970', 'ts 1763722800000000 here'],
    ['a date and a time', 'on 2026-01-15 12:00:00 exactly'],
    ['a decimal fraction', 'pi is 3.14159265358979 roughly'],
    ['a hash', 'commit 49015420323751a8bcdef0123456789 done'],
    ['an e-mail address', `mail ${A}@example.org`],
    ['a longer run of digits', `my ${A}${A} there, which I found in a mail from the shop`],
    ['a run stuck to letters', `order AB${A}CD done`],
    ['short numbers', 'I have 2 phones and 3 chargers for 45 euro'],
    ['no number at all', 'hello there'],
    ['nothing', ''],
  ])('%s', (_what, text) => {
    expect(summary(text)).toBe('');
  });
});
