import { afterAll, describe, expect, it } from 'vitest';
import { readPages } from '../../src/photos/documents/pdf.ts';
import { readLabel } from '../../src/photos/label/label.ts';
import { isDocument } from '../../src/photos/picture.ts';
import { modulesOf } from '../support/files/drawn-apple.ts';
import { dialScreen } from '../support/files/drawn-labels.ts';
import { type PdfPage, pdfOf } from '../support/files/drawn-pdf.ts';
import { dialSheet, SCREEN_WORDS } from '../support/files/drawn-screens.ts';
import {
  beforeTooLarge,
  beforeTooMuch,
  beforeTooSlow,
  HOSTILE_DOCUMENTS,
} from '../support/files/hostile-documents.ts';
import { photoOf, pixelsOf } from '../support/files/photos.ts';
import { imeiOf } from '../support/imeis.ts';
import { childrenMs } from '../support/measure/children-time.ts';
import {
  createBuiltReader,
  createBuiltRunner,
  createKeptReader,
  UNHURRIED_MS,
} from '../support/process/built-work.ts';

const IMEIS = ['356938035643809', '356938035643817'] as const;
const OTHER = '352099001761499';
const REFUSED = expect.stringMatching(/^(?:too-much|broken)$/u);
const never = new AbortController().signal;
const FIRST_OF_TWO = { ok: true, texts: [{ imei: IMEIS[0] }], pages: { read: 1, all: 2 } };
/** Of a processor, for a document that is made to take all there is. */
const SOON_MS = 12_000;
/** Points of a sheet that has room for a label: what is drawn of it takes a third of the pixels of A4. */
const LABEL_SIZE = [360, 250] as const;
/** A page with nothing of interest, whose text is text. */
const LETTER: PdfPage = { text: [[60, 80, 'Dear customer, here is what you have ordered from us.']] };

describe('a PDF', () => {
  // Its end would be counted with the time of a document that is read meanwhile by another one.
  const runner = createBuiltRunner({ idleMs: UNHURRIED_MS });
  const readBarcodes = createKeptReader(runner);
  afterAll(() => runner.close());

  const read = async (pages: readonly PdfPage[]) => {
    const reading = await readBarcodes(pdfOf(pages), never);
    if (!reading.ok) return reading.problem;
    const texts = reading.texts.map(({ imei, doubt }) => (doubt === undefined ? imei : `${imei}?`));
    return { texts, codes: reading.codes.map(({ text }) => text).sort(), pages: reading.pages };
  };
  const scan = async (drawing: Parameters<typeof photoOf>[0]): Promise<PdfPage> => {
    const damage = { barPx: 2.5, margin: 1.3, quality: 85 };
    const { width, height } = pixelsOf(drawing, damage);
    return { jpeg: { bytes: photoOf(drawing, damage), width, height }, size: [width / 2.8, height / 2.8] };
  };

  it.each([
    ['beside its word', [[60, 80, `IMEI: ${IMEIS[0]}`]]],
    [
      'far behind its word',
      [
        [60, 80, 'IMEI'],
        [300, 80, IMEIS[0]],
      ],
    ],
    ['in groups', [[60, 80, `IMEI 35 693803 564380 9`]]],
    [
      'in a table, below its title',
      [
        [60, 80, 'Article'],
        [300, 80, 'IMEI'],
        [60, 100, 'Phone, black'],
        [300, 100, IMEIS[0]],
      ],
    ],
  ] as const)('is read for an IMEI in its text %s', async (_, text) => {
    expect(await read([{ text }])).toEqual({ texts: [IMEIS[0]], codes: [], pages: { read: 1, all: 1 } });
  });

  it('is read for the IMEIs of several phones below one title', async () => {
    const rows = [...IMEIS, OTHER].map((imei, index) => [300, 100 + 20 * index, imei] as const);

    expect(await read([{ text: [[300, 80, 'IMEI'], ...rows] }])).toMatchObject({ texts: [...IMEIS, OTHER] });
  });

  it.each([
    ['a customer number', `Customer number ${IMEIS[0]}`],
    ['an order', `Order no. ${OTHER}`],
    ['a wrong check digit', 'IMEI 356938035643808'],
    ['a digit short', 'IMEI 35693803564380'],
  ])('has no IMEI where there is %s', async (_, line) => {
    expect(await read([{ text: [...(LETTER.text ?? []), [60, 140, line]] }])).toMatchObject({
      texts: [],
      codes: [],
    });
  });

  it.each([
    ['Phone', ['Article', 'IMEI'], (imei: string) => ['Phone', imei]],
    ['a carrier', ['Carrier', 'IMEI'], (imei: string) => ['Telekom', imei]],
    ['an order', ['Order', 'IMEI'], (imei: string) => ['Order 17', imei]],
    ['a card', ['IMEI', 'Goods'], (imei: string) => [imei, 'Phone, SIM card']],
    ['a phone number', ['Phone', 'IMEI'], (imei: string) => ['+49 151 1234567', imei]],
  ] as const)('is read for a column of IMEIs beside cells that say %s', async (_, titles, cells) => {
    const rows = [titles, cells(IMEIS[0]), cells(OTHER)];
    const text = rows.flatMap((row, index) =>
      row.map((cell, column) => [60 + 240 * column, 80 + 20 * index, cell] as const),
    );

    expect(await read([{ text }])).toMatchObject({ texts: [IMEIS[0], OTHER] });
  });

  it.each([
    [
      'a name of its own beside it',
      [
        [60, 100, 'Order:'],
        [300, 100, OTHER],
      ],
    ],
    ['a name in its cell', [[300, 100, `Order ${OTHER}`]]],
    [
      'another title above it',
      [
        [60, 100, 'Ann'],
        [300, 100, 'Order'],
        [300, 120, OTHER],
      ],
    ],
    [
      'the name of a number in its row',
      [
        [60, 100, 'Vorgangsnummer'],
        [300, 100, OTHER],
      ],
    ],
    [
      'much between',
      [
        [60, 400, 'Order'],
        [300, 400, OTHER],
      ],
    ],
  ] as const)('never takes a number for one of a column with %s', async (_, below) => {
    const text = [[60, 80, 'Name'], [300, 80, 'IMEI'], ...below] as const;

    expect(await read([{ text }])).not.toMatchObject({ texts: expect.arrayContaining([OTHER]) });
  });

  const columns = (rows: readonly (readonly string[])[]) =>
    rows.flatMap((row, index) =>
      row.map((cell, column) => [60 + 240 * column, 80 + 20 * index, cell] as const),
    );
  const THREE = [...IMEIS, OTHER];

  it.each([
    [
      'names another number',
      [
        ['Article', 'IMEI'],
        ['Phone', IMEIS[0]],
        ['Ihr Zeichen', OTHER],
      ],
    ],
    [
      'names a payment',
      [
        ['Article', 'IMEI', 'EUR'],
        ['Phone', IMEIS[0], '349'],
        ['Zahlung', OTHER, '349'],
      ],
    ],
    [
      'has words where the first has its number',
      [
        ['No', 'IMEI', 'EUR'],
        ['1', IMEIS[0], '349'],
        ['Rest', OTHER, '349'],
      ],
    ],
    [
      'has less than the first',
      [
        ['Article', 'IMEI', 'EUR'],
        ['Phone', IMEIS[0], '349'],
        ['Ann', OTHER],
      ],
    ],
    [
      'has a name alone that nothing else in the table has',
      [
        ['Article', 'IMEI'],
        ['Galaxy', IMEIS[0]],
        ['Maksu', OTHER],
      ],
    ],
  ])('is asked about a number in a column of IMEIs where its row %s', async (_, rows) => {
    expect(await read([{ text: columns(rows) }])).toMatchObject({ texts: [IMEIS[0], `${OTHER}?`] });
  });

  it.each([
    [
      'in a row that names another, right below the titles',
      columns([
        ['Article', 'IMEI'],
        ['Payment', OTHER],
      ]),
    ],
    [
      'alone, far below the titles',
      [...columns([['Article', 'IMEI'], ['Case']]), [300, 140, OTHER] as const],
    ],
  ])('is asked about the only number of a column of IMEIs %s', async (_, text) => {
    expect(await read([{ text }])).toMatchObject({ texts: [`${OTHER}?`] });
  });

  it('is read for a list of persons with an IMEI each', async () => {
    const rows = THREE.map((imei, at) => [['Ann', 'Ben', 'Carl'][at] ?? '', imei]);

    expect(await read([{ text: columns([['Owner', 'IMEI'], ...rows]) }])).toMatchObject({ texts: THREE });
  });

  it.each(['yes', 'OK', 'vorhanden', 'in der Box'])(
    'is asked about a number below a list that says “%s” of the IMEI',
    async (said) => {
      const rows = [['IMEI', said], [OTHER], ['Box', 'no']];

      expect(await read([{ text: columns(rows) }])).toMatchObject({ texts: [`${OTHER}?`] });
    },
  );

  it('is asked about another number in the same cell as an IMEI', async () => {
    const rows = [
      ['Article', 'IMEI'],
      ['Phone', IMEIS[0]],
      ['', OTHER],
    ];

    expect(await read([{ text: columns(rows) }])).toMatchObject({ texts: [IMEIS[0], `${OTHER}?`] });
  });

  it('is read for the second IMEI of a phone in a row that has less than the first', async () => {
    const rows = [
      ['Article', 'IMEI', 'EUR'],
      ['Phone', IMEIS[0], '349'],
      ['black', IMEIS[1]],
    ];

    expect(await read([{ text: columns(rows) }])).toMatchObject({ texts: [...IMEIS] });
  });

  it.each(['Phone', 'Telefon', 'Mobile phone', 'Serial', 'Serial number', 'S/N', 'Seriennummer'])(
    'is asked about every IMEI of a column that is only called %s',
    async (title) => {
      const rows = THREE.map((imei, at) => [imei, `Ann ${at}`]);

      expect(await read([{ text: columns([[title, 'Owner'], ...rows]) }])).toMatchObject({
        texts: THREE.map((imei) => `${imei}?`),
      });
    },
  );

  it('is not asked about a column called Phone in which other check digits do not fit', async () => {
    const rows = [OTHER, '352099001761490', '352099001761491', '352099001761492'].map((one) => [one, 'Ann']);

    expect(await read([{ text: columns([['Phone', 'Owner'], ...rows]) }])).toMatchObject({ texts: [] });
  });

  it('is read for IMEIs at the end of rows that begin with a number', async () => {
    const rows = [
      ['No', 'Article', 'IMEI'],
      ...[IMEIS[0], OTHER].map((imei, at) => [`${at + 1}`, 'Phone', imei]),
    ];
    const text = rows.flatMap((row, index) =>
      row.map((cell, column) => [60 + 120 * column, 80 + 20 * index, cell] as const),
    );

    expect(await read([{ text }])).toMatchObject({ texts: [IMEIS[0], OTHER] });
  });

  it('is asked about a number with words of its own below an IMEI', async () => {
    const lines = [
      [60, 80, `IMEI: ${IMEIS[0]}`],
      [60, 96, `Colis: ${OTHER}`],
    ] as const;

    expect(await read([{ text: lines }])).toMatchObject({ texts: [IMEIS[0], `${OTHER}?`] });
  });

  /** A page of a list, with its titles or without, and what else stands on it. */
  const listPage = (
    numbers: readonly string[],
    titles: readonly string[] = [],
    more: PdfPage['text'] = [],
  ) => ({
    text: [
      ...titles.map((title, column) => [[60, 180, 360][column] ?? 0, 60, title] as const),
      ...numbers.flatMap((number, row) => {
        const y = 90 + 20 * row;
        return [[60, y, 'Ann'] as const, [180, y, number] as const, [360, y, 'black'] as const];
      }),
      ...more,
    ],
  });
  const phones = Array.from({ length: 9 }, (_, index) => imeiOf('35209900', 37 * index + 5));
  const TITLES = ['Name', 'IMEI', 'Colour'];

  it('goes on with the table of the page before where its rows are the same, without titles', async () => {
    const pages = [
      listPage(phones.slice(0, 3), TITLES, [[60, 700, 'Page 1 of 3']]),
      listPage(phones.slice(3, 6), [], [[60, 60, 'List of May, page 2']]),
      listPage(phones.slice(6)),
    ];
    expect(await read(pages)).toMatchObject({ texts: phones });
  });

  it.each([
    [
      'its rows have other cells',
      listPage(
        phones.slice(3, 6),
        [],
        [
          [480, 90, 'x'],
          [480, 110, 'x'],
          [480, 130, 'x'],
        ],
      ),
    ],
    [
      'most of its numbers are none',
      listPage([phones[3] ?? '', ...phones.slice(4, 6).map((one) => `1${one.slice(1)}`)]),
    ],
    ['it has titles of its own', listPage(phones.slice(3, 6), ['Name', 'Phone order', 'Colour'])],
    ['other numbers come first', listPage(phones.slice(3, 6), [], [[60, 60, `Case ${OTHER}`]])],
  ])('is asked about numbers without a title behind a page with one where %s', async (_, page) => {
    const { texts } = (await read([listPage(phones.slice(0, 3), TITLES), page])) as {
      texts: readonly string[];
    };
    expect(texts.slice(0, 3)).toEqual(phones.slice(0, 3));
    expect(texts.slice(3).filter((text) => !text.endsWith('?'))).toEqual([]);
  });

  it('is asked about numbers behind a page whose table ended there', async () => {
    const sum: PdfPage['text'] = [
      [60, 200, 'Three phones'],
      [60, 220, 'Thank you for your order'],
      [60, 240, 'Ann'],
    ];
    const pages = [listPage(phones.slice(0, 3), TITLES, sum), listPage(phones.slice(3, 6))];
    expect(await read(pages)).toMatchObject({
      texts: [...phones.slice(0, 3), ...phones.slice(3, 6).map((one) => `${one}?`)],
    });
  });

  it('is asked about a number with words of its own that ends where an IMEI ends, below a title', async () => {
    const lines = [
      [300, 80, 'IMEI'],
      [240, 100, IMEIS[0]],
      [240 - 6.6 * 'Vorgang: '.length, 120, `Vorgang: ${OTHER}`],
    ] as const;

    expect(await read([{ text: lines }])).toMatchObject({ texts: [IMEIS[0], `${OTHER}?`] });
  });

  it('is asked about a number in a sentence below one that says IMEI', async () => {
    const lines = [
      [60, 80, 'We have got your IMEI and sent the parcel as'],
      [60, 94, `${OTHER} today`],
    ] as const;

    expect(await read([{ text: lines }])).toMatchObject({ texts: [`${OTHER}?`] });
  });

  it('is asked about where nothing says what a number is', async () => {
    expect(await read([{ text: [[60, 80, `Thank you. ${IMEIS[0]}`]] }])).toMatchObject({
      texts: [`${IMEIS[0]}?`],
    });
  });

  it('is read for the bars on a scan, behind a page of text', async () => {
    const pages = [LETTER, await scan(await dialScreen([...IMEIS]))];

    expect(await read(pages)).toEqual({ texts: [], codes: [...IMEIS], pages: { read: 2, all: 2 } });
  });

  it('is read for the bars of a picture beside an IMEI in its text', async () => {
    const page = {
      ...(await scan(await dialScreen([...IMEIS]))),
      text: [[60, 20, `IMEI 1: ${IMEIS[0]}`]] as const,
    };

    expect(await read([page])).toMatchObject({ texts: [IMEIS[0]], codes: [...IMEIS] });
  });

  it('is read for the bars of a picture beside a number that nothing is said of', async () => {
    const page = {
      ...(await scan(await dialScreen([...IMEIS]))),
      text: [[60, 20, `Thank you. ${OTHER}`]] as const,
    };

    expect(await read([page])).toMatchObject({ texts: [`${OTHER}?`], codes: [...IMEIS] });
  });

  /** Bars without a picture, each with what is written above it and below. */
  const labelled = async (
    codes: readonly (readonly [digits: string, above: string, below: string])[],
  ): Promise<PdfPage> => ({
    size: LABEL_SIZE,
    text: codes.flatMap(([, above, below], index) => [
      [60, 96 + 90 * index, above] as const,
      [60, 144 + 90 * index, below] as const,
    ]),
    bars: await Promise.all(
      codes.map(async ([digits], index) => [60, 100 + 90 * index, await modulesOf(digits)] as const),
    ),
  });
  const checkedAndAsked = async (page: PdfPage) => {
    const reading = await readBarcodes(pdfOf([page]), never);
    const { imeis, problems } = reading.ok ? readLabel(reading.codes, reading.texts) : readLabel([]);
    return { checked: imeis.map(({ imei }) => imei), asked: problems.map(({ text }) => text) };
  };

  it.each([
    ['above its bars', 'IMEI', ''],
    ['before the digits below its bars, and a word beside them', '', `Device IMEI: ${IMEIS[0]}  black`],
  ])('is checked for bars that its text calls an IMEI %s', async (_, above, below) => {
    expect(await checkedAndAsked(await labelled([[IMEIS[0], above, below]]))).toEqual({
      checked: [IMEIS[0]],
      asked: [],
    });
  });

  it.each([
    ['above the bars', ['Order no.', 'Return no.'], ['', '']],
    ['below them', ['', ''], [`S/N: ${IMEIS[0]}`, `Tracking ${IMEIS[1]}`]],
  ] as const)(
    'is asked about bars that its text names otherwise %s, though they look like the two of a phone',
    async (_, above, below) => {
      const codes = IMEIS.map((digits, at) => [digits, above[at] ?? '', below[at] ?? ''] as const);

      expect(await checkedAndAsked(await labelled(codes))).toEqual({ checked: [], asked: [...IMEIS] });
    },
  );

  it('is read for the bars beside a number of its text that is asked about', async () => {
    const page = await labelled([[IMEIS[0], 'IMEI', '']]);
    const beside = { ...page, text: [...(page.text ?? []), [60, 230, `Thank you. ${OTHER}`] as const] };

    expect(await checkedAndAsked(beside)).toEqual({ checked: [IMEIS[0]], asked: [OTHER] });
  });

  it('is asked about bars that nothing in its text names', async () => {
    expect(await checkedAndAsked(await labelled([[OTHER, 'Dear customer, this is', 'your parcel']]))).toEqual(
      {
        checked: [],
        asked: [OTHER],
      },
    );
  });

  // `npm test` turns the page once.
  it.each([90, 180, 270] as const)(
    'is read for the IMEIs and the bars of a page that is shown turned by %s degrees',
    async (turned) => {
      const text = columns([
        ['Article', 'IMEI'],
        ['Phone, black', IMEIS[0]],
        ['Phone, red', OTHER],
      ]);
      expect(await read([{ text, turned }])).toMatchObject({ texts: [IMEIS[0], OTHER] });
      // Of text that lies on its side as the page is shown, too.
      expect(await read([{ text, turned, isSideways: true }])).toMatchObject({ texts: [IMEIS[0], OTHER] });

      const page = {
        ...(await labelled([
          [IMEIS[0], 'IMEI', ''],
          [OTHER, 'Order no.', ''],
        ])),
        turned,
      };
      expect(await checkedAndAsked(page)).toEqual({ checked: [IMEIS[0]], asked: [OTHER] });
    },
  );

  it('is read for the letters on a scan', async () => {
    const shown = { imeis: [...IMEIS], serial: 'R58M1234ABC', eid: '', iccid: '' };
    const page = await scan(dialSheet(shown, { dark: false, words: SCREEN_WORDS.en }));

    expect(await read([page])).toMatchObject({ texts: [...IMEIS] });
  });

  it('is read to its tenth page, and says how many it has', async () => {
    const pages = Array.from({ length: 12 }, (_, index) => ({
      text: [[60, 80, `IMEI ${index === 9 ? IMEIS[0] : OTHER}`]] as const,
    }));

    expect(await read(pages)).toMatchObject({
      texts: expect.arrayContaining([IMEIS[0]]),
      pages: { read: 10, all: 12 },
    });
  });

  it('needs no more memory than there is for a page of any size', async () => {
    const pages = [
      { ...LETTER, size: [14_000, 14_000] as const },
      { text: [[2, 8, 'I']] as const, size: [14_000, 2] as const },
    ];

    expect(await read(pages)).toMatchObject({ texts: [], codes: [] });
  });

  it.each([
    ['needs more memory than there is', beforeTooMuch],
    ['has a picture that needs more memory than there is', beforeTooLarge],
  ])('is read up to a page that %s, and says so', async (_, make) => {
    expect(await readBarcodes(make(IMEIS[0]), never)).toMatchObject(FIRST_OF_TWO);
  });

  it('is read up to a page that takes too long to draw, and says so', async () => {
    const alone = createBuiltRunner();
    const [before, begun] = [childrenMs(), performance.now()];
    const told = await createBuiltReader(alone)(pdfOf([{ text: [[60, 80, `IMEI ${IMEIS[0]}`]] }]), never);
    expect(told).toMatchObject({ texts: [{ imei: IMEIS[0] }] });
    // A third of it is for the text alone, which takes as much of this machine's processor as just now, and about as long.
    const [tookMs, passedMs] = [childrenMs() - before, performance.now() - begun];
    const timeLimitMs = Math.max(3_000, 9 * tookMs, 3 * passedMs);
    const readSoon = createBuiltReader(alone, { timeLimitMs });

    expect(await readSoon(beforeTooSlow(IMEIS[0]), never)).toMatchObject(FIRST_OF_TWO);
    await alone.close();
  });

  it('is not drawn any further when its time is over', async () => {
    const pages = Array.from({ length: 3 }, () => LETTER);

    const { pages: seen, all } = await readPages(pdfOf(pages), { most: 3, hasTime: () => false }, () => 1);

    expect({ seen, all }).toEqual({ seen: [1], all: 3 });
  });

  it.each(HOSTILE_DOCUMENTS)('of %s is read or refused, and the next one is read', async (_, make) => {
    const before = childrenMs();
    const alone = createBuiltRunner();
    // In one process: what a document leaves behind in it is not to spoil the next one.
    const readThere = createKeptReader(alone);
    const reading = await readThere(make(), never);
    const next = await readThere(pdfOf([{ text: [[60, 80, `IMEI ${IMEIS[0]}`]] }]), never);
    await alone.close();

    expect(childrenMs() - before).toBeLessThan(SOON_MS);
    expect(reading).toMatchObject(reading.ok ? { codes: [], texts: [] } : { problem: { kind: REFUSED } });
    expect(next).toMatchObject({ ok: true, texts: [{ imei: IMEIS[0] }] });
  });

  it.each([
    ['a list that names one', 'IMEI;note\n352099001761481;scanned as %PDF-1.4\n', false],
    ['a list behind a line that does', '# made of %PDF-1.7\n352099001761481\n', false],
    [
      'one behind what a printer writes',
      `\u001b%-12345X@PJL\n${Buffer.from(pdfOf([LETTER])).toString('latin1')}`,
      true,
    ],
    [
      'half of one',
      Buffer.from(pdfOf([LETTER]))
        .toString('latin1')
        .slice(0, 200),
      true,
    ],
  ])('is known by its beginning and its end: %s', (_, text, isOne) => {
    expect(isDocument(Buffer.from(text, 'latin1'))).toBe(isOne);
  });

  it('is told apart where it needs a password', async () => {
    const reading = await readBarcodes(pdfOf([LETTER], { isLocked: true }), never);

    expect(reading).toEqual({ ok: false, problem: { kind: 'locked' } });
  });

  it.each([
    ['only its first line', pdfOf([LETTER]).slice(0, 9)],
    [
      'a page that is none',
      new Uint8Array(
        Buffer.from(
          Buffer.from(pdfOf([LETTER]))
            .toString('latin1')
            .replace('/Type /Pages', '/Type /Nages')
            .replace('/Kids', '/Nids'),
          'latin1',
        ),
      ),
    ],
  ])('is broken where there is %s', async (_, file) => {
    const reading = await readBarcodes(file, never);

    expect(reading).toMatchObject(reading.ok ? { codes: [], texts: [] } : { problem: { kind: 'broken' } });
  });
});
