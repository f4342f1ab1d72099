import { describe, expect, it } from 'vitest';
import { asImei } from '../../src/imei/imei.ts';
import type { Barcode, Symbology } from '../../src/photos/barcode.ts';
import { type Label, readLabel } from '../../src/photos/label/label.ts';

const IMEI = '356938035643809';
const IMEI2 = '356938035643817';
/** Of another phone: neither type nor serial number are the same. */
const OTHER = '352099001761481';
/** Of a body that gives no numbers out any more. */
const OLD = '490154203237518';

interface Place {
  readonly x?: number;
  readonly y?: number;
  readonly degrees?: number;
}

/** A code 100 wide and 20 high, turned clockwise round the corner of the picture. */
function code(
  text: string,
  symbology: Symbology = 'Code128',
  { x = 0, y = 0, degrees = 0 }: Place = {},
): Barcode {
  const angle = (degrees * Math.PI) / 180;
  const at = (right: number, down: number) => ({
    x: right * Math.cos(angle) - down * Math.sin(angle),
    y: right * Math.sin(angle) + down * Math.cos(angle),
  });
  return { text, symbology, topLeft: at(x, y), topRight: at(x + 100, y), bottomLeft: at(x, y + 20) };
}

/** A code that words beside it call an IMEI. */
function named(text: string, symbology?: Symbology, place?: Place): Barcode {
  return { ...code(text, symbology, place), named: 'imei' };
}

const imeisOf = ({ imeis }: Label): readonly string[] => imeis.map(({ imei }) => imei);

describe('an IMEI on a label', () => {
  it.each([
    ['15 digits that words beside them call so', named(IMEI), { imei: IMEI, from: 'imei' }],
    [
      '14 digits that are labelled, completed',
      code(`IMEI ${IMEI.slice(0, 14)}`),
      { imei: IMEI, from: '14-digits' },
    ],
    [
      '16 digits with a software version that are labelled',
      code(`IMEI:${IMEI.slice(0, 14)}04`),
      { from: 'imeisv', softwareVersion: '04' },
    ],
    [
      'a labelled number of a range that tests have',
      code('IMEI:012345678901237'),
      { imei: '012345678901237' },
    ],
    ['a labelled number in a square', code(`IMEI:${IMEI}`, 'QRCode'), { imei: IMEI }],
    ['a number of GS1', code(`(01)08806090310409(8002)${IMEI}`, 'DataMatrix'), { imei: IMEI }],
    [
      'a parameter of an address',
      code(`https://phone.example/?sn=R58M1234ABC&imei=${IMEI}`, 'QRCode'),
      { imei: IMEI },
    ],
    ['a member of an object', code(`{"sn":"R58M1234ABC","imei":"${IMEI}"}`, 'QRCode'), { imei: IMEI }],
  ])('is read from %s', (_, one, expected) => {
    expect(readLabel([one]).imeis).toMatchObject([expected]);
  });

  it('is no payment card: that is told, and shown with its last digits only', () => {
    expect(readLabel([code('4111111111111111')])).toMatchObject({
      imeis: [],
      problems: [{ text: '••••••••••••1111', problem: { kind: 'card' } }],
    });
  });

  it('is no number that phones cannot have: that is asked about', () => {
    const { imeis, problems } = readLabel([code('004999010640000')]);
    expect([imeis, problems]).toMatchObject([[], [{ problem: { kind: 'unassigned' } }]]);
  });

  it.each([
    ['an article number', code('8806090310409', 'EANUPC')],
    ['an article number in other bars', code('8806090310409')],
    ['the article number of a carton', code('18806090310406', 'ITF')],
    ['a SIM card', code('89014103211118510720')],
    ['an eSIM', code('89049032004008882600012345678901')],
    ['a CDMA phone', code('A0000000002329')],
    ['a labelled MEID', code('MEID:35693803564380', 'QRCode')],
    ['half of a longer number without a check of its own', code('78901234567890', 'Code39')],
    ['a moment', code('20240101123456')],
  ])('is not %s', (_, one) => {
    expect(readLabel([one])).toMatchObject({ imeis: [], problems: [] });
  });

  it.each([
    ['with other characters around them', code('02532532507824\\')],
    ['with a letter before them', code(`S${IMEI}`)],
    ['in groups', code('35-693803-564380-9')],
    ['with a software version behind them', code(`${IMEI}/04`)],
    ['one after the other', code(`${IMEI}${IMEI2}`)],
  ])('is never cut out of bars: digits %s are none', (_, one) => {
    expect(readLabel([one])).toMatchObject({ imeis: [], problems: [] });
  });

  it.each([
    ['14 digits', code(IMEI.slice(0, 14)), { imei: IMEI, from: '14-digits' }],
    ['16 digits', code(`${IMEI.slice(0, 14)}04`), { imei: IMEI, from: 'imeisv' }],
    ['a number of a range that tests have', code('012345678901237'), { imei: '012345678901237' }],
    ['14 digits in a square', code(IMEI.slice(0, 14), 'QRCode'), { imei: IMEI }],
    ['pairs of digits filled up with a zero', code(`0${IMEI}`, 'ITF'), { imei: IMEI }],
    ['15 digits that begin as numbers of the past did', code(OLD), { imei: OLD }],
    ['15 digits that no words name', code(IMEI), { imei: IMEI }],
    ['15 digits that no words name in a square', code(IMEI, 'DataMatrix'), { imei: IMEI }],
    ['15 digits beside a serial number in a square', code(`${IMEI},R58M1234ABC`, 'QRCode'), { imei: IMEI }],
    [
      '15 digits that words beside them name otherwise',
      { ...code(IMEI), named: 'other' } as const,
      { imei: IMEI },
    ],
    ['15 digits of the past that words call an IMEI', named(OLD), { imei: OLD }],
    ['digits behind another name of their record', code(`tracking;${IMEI};sum;12`, 'QRCode'), { imei: IMEI }],
    ['the first value behind several titles', code(`ORDER|IMEI|${IMEI}|356`, 'QRCode'), { imei: IMEI }],
    ['digits in a record of words', code(`BCD\nSCT\nName\nEUR1\n${IMEI}`, 'QRCode'), { imei: IMEI }],
    ['digits behind more words than IMEI', code(`IMEI check service ${IMEI}`), { imei: IMEI }],
    ['a labelled number of bars with a sign behind it', code(`IMEI${IMEI}\\`), { imei: IMEI }],
  ])('is asked about, not checked, where it is bare %s', (_, one, reading) => {
    expect(readLabel([one])).toMatchObject({
      imeis: [],
      problems: [{ problem: { kind: 'doubtful', reading } }],
    });
  });

  it('is not completed beside an IMEI of another phone', () => {
    expect(readLabel([named(IMEI), code(OTHER.slice(0, 14))])).toMatchObject({
      imeis: [{ imei: IMEI }],
      problems: [{ problem: { kind: 'doubtful', reading: { imei: OTHER } } }],
    });
  });

  it.each([
    ['behind it', `IMEI ${IMEI} PO ${OTHER}`],
    ['before the name', `PO ${OTHER} IMEI ${IMEI}`],
  ])('alone counts in a code, and a number %s is asked about', (_, text) => {
    expect(readLabel([code(text, 'QRCode')])).toMatchObject({
      imeis: [{ imei: IMEI }],
      problems: [{ problem: { kind: 'doubtful', reading: { imei: OTHER } } }],
    });
  });

  it.each([
    ['is the last one', `ORDER,IMEI\n${OTHER},${IMEI}`, [IMEI], [OTHER]],
    ['is the first one', `IMEI\tORDER\n${IMEI}\t${OTHER}`, [IMEI], [OTHER]],
    ['has several rows', `IMEI;SN\n${IMEI};R58M1234ABC\n${OTHER};R58M1234ABD`, [IMEI, OTHER], []],
  ])('is read from the column of a table in a square where its title %s', (_, text, read, asked) => {
    const { imeis, problems } = readLabel([code(text, 'QRCode')]);

    expect(imeis.map(({ imei }) => imei)).toEqual(read);
    expect(problems.map((one) => one.text)).toEqual(asked);
  });

  it.each([
    ['a list', { model: 'A 12', imei: [IMEI, IMEI2] }],
    ['an object of an object', { phone: { imei: IMEI, imei2: IMEI2 } }],
  ])('is read from %s in a square', (_, written) => {
    const { imeis } = readLabel([code(JSON.stringify(written), 'QRCode')]);

    expect(imeis.map(({ imei }) => imei)).toEqual([IMEI, IMEI2]);
  });

  it('is not another member of an object that is called IMEI', () => {
    const { imeis } = readLabel([code(JSON.stringify({ imei: { order: OTHER } }), 'QRCode')]);

    expect(imeis).toEqual([]);
  });

  it('is read where its name is the entry before it', () => {
    expect(readLabel([code(`Model\tX\tIMEI\t${IMEI}`, 'QRCode')])).toMatchObject({ imeis: [{ imei: IMEI }] });
  });

  it.each([
    ['of one type', [code(IMEI), code(IMEI2, 'Code128', { y: 60 })], [IMEI, IMEI2]],
    ['of one type in a square', [code(`${IMEI},${IMEI2},R58M1234ABC`, 'QRCode')], [IMEI, IMEI2]],
    [
      'with one serial number',
      [code(OTHER), code('35209999176148', 'Code128', { y: 60 })],
      [OTHER, '352099991761483'],
    ],
    [
      'of which one has another name',
      [{ ...code(IMEI), named: 'other' } as const, code(IMEI2, 'Code128', { y: 60 })],
      [IMEI, IMEI2],
    ],
  ])(
    'is asked about beside another bare number %s, since two parcels may have as much in common',
    (_, codes, both) => {
      const { imeis, problems } = readLabel(codes);

      expect(imeis).toEqual([]);
      expect(problems.map(({ text }) => text).toSorted()).toEqual(both);
    },
  );

  it('is read beside the other one of its phone that words call an IMEI, though both begin as numbers of the past did', () => {
    const both = [named(OLD), code('490154203237526', 'Code128', { y: 60 })];

    expect(imeisOf(readLabel(both))).toEqual([OLD, '490154203237526']);
  });

  it('is read from bars that no words name where the same number is certain in the text', () => {
    const imei = asImei(IMEI);
    const texts = imei === undefined ? [] : [{ imei }];

    expect(readLabel([code(IMEI)], texts)).toMatchObject({
      imeis: [{ imei: IMEI, readFrom: 'bars' }],
      problems: [],
    });
  });

  it('counts once, as bars, as a square and without its check digit', () => {
    const label = readLabel([
      code(IMEI),
      code(IMEI.slice(0, 14), 'Code128', { y: 50 }),
      code(`IMEI:${IMEI};SN:R58M1234ABC`, 'QRCode', { y: 100 }),
    ]);

    expect(imeisOf(label)).toEqual([IMEI]);
  });

  it('is told of with what is wrong when its check digit is, but only where there is no other', () => {
    const wrong = code('356938035643808');

    expect(readLabel([wrong]).problems).toMatchObject([{ problem: { kind: 'check-digit', expected: '9' } }]);
    expect(readLabel([wrong, named(IMEI)]).problems).toEqual([]);
  });
});

describe('the two IMEIs of a phone', () => {
  const first = { x: 0, y: 0 };
  const below = { x: 0, y: 60 };
  const beside = { x: 200, y: 4 };

  it.each([0, 12, 90, 180, 270])('are in the order of the label, however it lies: by %i°', (degrees) => {
    const label = readLabel([
      named(IMEI2, 'Code128', { ...below, degrees }),
      code(IMEI, 'Code128', { ...first, degrees }),
    ]);

    expect(imeisOf(label)).toEqual([IMEI, IMEI2]);
  });

  it('have no slots where nothing says which is which: Apple prints the second one first', () => {
    const label = readLabel([named(IMEI2, 'Code128', first), code(IMEI, 'Code128', below)]);

    expect(label.onePhone).toBe(true);
    expect(label.imeis.map(({ label: slot }) => slot)).toEqual([undefined, undefined]);
  });

  it('have the slots that words give to their bars', () => {
    const label = readLabel([
      { ...named(IMEI2, 'Code128', first), slot: 2 },
      { ...named(IMEI, 'Code128', below), slot: 1 },
    ]);

    expect(label.imeis).toMatchObject([
      { imei: IMEI, label: 'IMEI1' },
      { imei: IMEI2, label: 'IMEI2' },
    ]);
  });

  it('go from left to right when they stand side by side', () => {
    const label = readLabel([named(IMEI2, 'Code128', beside), code(IMEI, 'Code128', first)]);

    expect(imeisOf(label)).toEqual([IMEI, IMEI2]);
  });

  it.each([
    `IMEI2:${IMEI2};IMEI1:${IMEI};SN:R58M1234ABC`,
    `IMEI1: ${IMEI}\nIMEI2: ${IMEI2}`,
    `imei=${IMEI}\r\nimei2=${IMEI2}`,
  ])('are both read from one square: %j', (text) => {
    expect(readLabel([code(text, 'QRCode')])).toMatchObject({
      onePhone: true,
      imeis: [{ imei: IMEI }, { imei: IMEI2 }],
    });
  });

  it('have the slots a square gives them, where it says which is which', () => {
    const label = readLabel([code(IMEI2), code(`IMEI1:${IMEI};IMEI2:${IMEI2}`, 'QRCode', below)]);

    expect(label.imeis).toMatchObject([
      { imei: IMEI, label: 'IMEI1' },
      { imei: IMEI2, label: 'IMEI2' },
    ]);
  });

  it('are of one phone when the maker takes a type code for each slot, and the same serial number', () => {
    expect(readLabel([named(OTHER), code('352099991761481')])).toMatchObject({ onePhone: false });
    expect(readLabel([named(OTHER), code('35209999176148')])).toMatchObject({ onePhone: true });
  });

  it('are of two phones when neither type nor serial number are the same', () => {
    expect(readLabel([named(IMEI), named(OTHER, 'Code128', below)])).toMatchObject({
      onePhone: false,
      imeis: [{ imei: IMEI }, { imei: OTHER }],
    });
  });

  it.each([
    ['of which nothing else is said', [{}, {}], false],
    ['with their slots', [{ slot: 1 }, { slot: 2 }], true],
  ] as const)('in letters may be those of two phones of a type: %s', (_, slots, onePhone) => {
    const texts = [IMEI, '356938036123454'].map((digits, index) => {
      const imei = asImei(digits);
      if (imei === undefined) throw new Error(`no IMEI: ${digits}`);
      return { imei, ...slots[index] };
    });

    expect(readLabel([], texts)).toMatchObject({ onePhone, imeis: [{}, {}] });
  });

  const far = '356938036123454';
  it.each([
    ['of which nothing else is said', [named(IMEI), named(far, 'Code128', below)], false],
    [
      'with a serial number',
      [named(IMEI), named(far, 'Code128', below), code('R58M1234ABC', 'Code128', { y: 90 })],
      true,
    ],
    [
      'with their slots',
      [{ ...named(IMEI), slot: 1 } as const, { ...named(far, 'Code128', below), slot: 2 } as const],
      true,
    ],
    ['in one square', [code(`imei=${IMEI}&imei=${far}`, 'QRCode')], true],
  ])('in bars may be those of two phones of a type: %s', (_, codes, onePhone) => {
    expect(readLabel(codes)).toMatchObject({ onePhone, isPair: true, imeis: [{}, {}] });
  });

  it('are of two phones of a type when there are two serial numbers', () => {
    const label = readLabel([
      named(IMEI),
      code('R58M1234ABC', 'Code128', { y: 30 }),
      code(IMEI2, 'Code128', { y: 60 }),
      code('R58M1234ABD', 'Code128', { y: 90 }),
    ]);

    expect(label.onePhone).toBe(false);
  });
});

describe('what else is on a label', () => {
  it.each([
    ['an EAN', code('8806090310409', 'EANUPC'), '8806090310409'],
    ['a UPC, as 12 digits', code('0887276304984', 'EANUPC'), '887276304984'],
    ['the number of GS1', code('(01)08806090310409(21)R58M1234ABC', 'DataMatrix'), '8806090310409'],
    ['the number of a carton', code('18806090310406', 'ITF'), '18806090310406'],
  ])('has %s', (_, one, gtin) => {
    expect(readLabel([one])).toMatchObject({ gtin });
  });

  it.each([
    ['Samsung', [code('R58M1234ABC')], 'R58M1234ABC'],
    ['Apple, whose bars have an S before it', [code('SF2LXN0AFGRWX'), code('1PMLPF3LL/A')], 'F2LXN0AFGRWX'],
    ['Xiaomi', [code('32512/A1XX00123')], '32512/A1XX00123'],
    ['GS1', [code('(01)08806090310409(21)R58M1234ABC', 'DataMatrix')], 'R58M1234ABC'],
    ['a square with a word before it', [code(`IMEI:${IMEI};SN:AB12-345678`, 'QRCode')], 'AB12-345678'],
    ['a box with its model beside it', [code('SM-G991BZADEUB'), code('R58M1234ABC')], 'R58M1234ABC'],
  ])('has the serial number of %s', (_, codes, serial) => {
    expect(readLabel(codes)).toMatchObject({ serial });
  });

  it.each(['HELLO', 'https://phone.example/x', '12345678', 'SM-G991BZADEUB', 'A0000000002329'])(
    'has no serial number in %s',
    (text) => {
      expect(readLabel([code(text, 'QRCode')]).serial).toBeUndefined();
    },
  );

  it('is nothing when there are no codes', () => {
    expect(readLabel([])).toEqual({ imeis: [], problems: [], isPair: false, onePhone: false });
  });
});
