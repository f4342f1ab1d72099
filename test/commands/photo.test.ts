import { describe, expect, test } from 'vitest';
import { createImei } from '../../commands/imei.ts';
import { FileUnreadable } from '../../src/core/adapter.ts';
import type { InvocationContext } from '../../src/core/command.ts';
import type { Reply } from '../../src/core/reply.ts';
import { asImei, type Imei } from '../../src/imei/imei.ts';
import { MISREAD } from '../../src/imei/number/reading.ts';
import type { Barcode, Symbology } from '../../src/photos/barcode.ts';
import type { PictureReading } from '../../src/photos/reader.ts';
import type { TextImei } from '../../src/photos/text-imei.ts';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation, quiet, textOf } from '../support/conversation.ts';
import { imeiOf } from '../support/imeis.ts';
import { saidTwice } from '../support/sentences.ts';

const IMEI = imeiOf('35693803', 564380);
const IMEI2 = imeiOf('35693803', 564381);
const OTHER = imeiOf('86012304', 123456);
const SERIAL = 'R58M1234ABC';
const EAN = '8806090310409';

/** As a value of the type that only the parser makes. */
function known(digits: string): Imei {
  const imei = asImei(digits);
  if (imei === undefined) throw new Error(`no IMEI: ${digits}`);
  return imei;
}

/** The first bytes of a GIF of one pixel: a picture for whoever looks at its header. */
const PICTURE = new TextEncoder().encode('GIF89a\u0001\u0000\u0001\u0000');

/** Codes below each other, one symbology after the other, which words beside them call IMEIs. */
function codes(
  ...texts: readonly (string | readonly [string, Symbology])[]
): PictureReading & { readonly ok: true } {
  return {
    ok: true,
    texts: [],
    codes: texts.map((given, index): Barcode => {
      const [text, symbology] = typeof given === 'string' ? ([given, 'Code128'] as const) : given;
      const y = index * 50;
      const corner = (x: number, down: number) => ({ x, y: y + down });
      const named = 'imei';
      return {
        text,
        symbology,
        named,
        topLeft: corner(0, 0),
        topRight: corner(90, 0),
        bottomLeft: corner(0, 20),
      };
    }),
  };
}

interface Sent {
  readonly reading?: PictureReading;
  readonly text?: string;
  readonly as?: Partial<InvocationContext>;
  readonly readFile?: typeof quiet.readFile;
  readonly name?: string;
  /** Options beside the file, instead of a text. */
  readonly values?: Readonly<Record<string, boolean>>;
}

/** Sends a picture to `/imei`, of which the codes are known, and waits for the last state. */
async function send({ reading = codes(), text = '', as, readFile, name = 'photo.jpg', values }: Sent) {
  const checker = scriptedChecker(() => answers.found(basic()));
  const command = createImei({
    ...quiet,
    checker,
    readFile: readFile ?? (async () => PICTURE),
    readBarcodes: async () => reading,
  });
  const file = { name, location: 'there' };
  const prepared = command.prepare(
    values === undefined ? { kind: 'text', text, file } : { kind: 'values', values: { file, ...values } },
  );
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.problem));
  const states: Reply[] = [];
  const context: InvocationContext = {
    requestId: 'test:1',
    requester: 'test:user:1',
    admin: false,
    locale: 'en-US',
    visibility: 'private',
    signal: new AbortController().signal,
    ...as,
  };
  for await (const state of prepared.run(context)) states.push(state);
  const last = states.at(-1);
  if (last === undefined) throw new Error('no reply');
  expect(states.map(textOf).flatMap(saidTwice)).toEqual([]);
  return { states, last, text: textOf(last), asked: checker.asked.map(({ imei }) => imei) };
}

describe('a document with pages', () => {
  const pages = { read: 10, all: 12 };

  test('is answered with how many of them were read, where others are left', async () => {
    const { text } = await send({ reading: { ...codes(IMEI), pages }, name: 'order.pdf' });

    expect(text).toContain('NOKIA 3310');
    expect(text).toContain('the first 10 of its 12 pages');
  });

  test('is answered without a word of pages where all were read', async () => {
    const reading = { ...codes(IMEI), pages: { read: 2, all: 2 } };

    expect((await send({ reading, name: 'order.pdf' })).text).not.toContain('pages');
  });

  test('is not called a picture, while it is read and without an IMEI', async () => {
    const { states, text } = await send({ reading: { ...codes(), pages }, name: 'order.pdf' });

    expect(states.map(textOf).join(' ')).toContain('Reading order.pdf');
    expect(text).toContain('I don’t see an IMEI in this file');
    expect(text).toContain('the first 10 of its 12 pages');
  });

  test.each([
    ['that has a password', { kind: 'locked' }, 'Save it without a password'],
    ['that is damaged', { kind: 'broken', isDocument: true }, 'I can’t open this PDF'],
  ] as const)('%s is answered with what to do', async (_, problem, told) => {
    expect((await send({ reading: { ok: false, problem }, name: 'order.pdf' })).text).toContain(told);
  });
});

describe('a picture without an IMEI', () => {
  test('is answered with what the text beside it may have, too', async () => {
    const { text, asked } = await send({ reading: codes(), text: `Rechnung ${OTHER}` });

    expect(text).toContain('see an IMEI in the picture');
    expect(text).toContain(`Rechnung (1): ${OTHER}`);
    expect(text).toContain('[Check these too (1)]');
    expect(asked).toEqual([]);
  });
});

describe('a picture with one IMEI', () => {
  test('is answered as the number would be, with what else is on it', async () => {
    const { text, asked, states } = await send({ reading: codes(IMEI, SERIAL, [EAN, 'EANUPC']) });

    expect(asked).toEqual([IMEI]);
    expect(text).toMatch(/^NOKIA 3310\n/);
    expect(text).toContain(`# Also in the picture\nSerial number: ${SERIAL}\nEAN: ${EAN}`);
    expect(states[0]).toMatchObject({ tone: 'progress' });
  });

  test('keeps the serial number from others, and masks the IMEI', async () => {
    const { text } = await send({
      reading: codes(IMEI, SERIAL, [EAN, 'EANUPC']),
      as: { visibility: 'shared' },
    });

    expect(text).toContain(`EAN: ${EAN}`);
    expect(text).not.toContain(SERIAL);
    expect(text).not.toContain(IMEI);
  });

  test('says that a number of 14 digits was completed', async () => {
    const { text, asked } = await send({ reading: codes(`IMEI ${IMEI.slice(0, 14)}`) });

    expect(asked).toEqual([IMEI]);
    expect(text).toContain('14 digits');
  });

  test('of which it is not sure is asked about before anything is paid', async () => {
    const { text, asked, last } = await send({ reading: codes(IMEI.slice(0, 14)) });

    expect(asked).toEqual([]);
    expect(text).toContain(`Is it ${IMEI}?`);
    expect(last.actions).toMatchObject([
      {
        label: `Check ${IMEI}`,
        effect: { kind: 'invoke', options: { values: { imei: IMEI, anyway: true } } },
      },
    ]);
    expect(last.records?.()).toMatchObject([{ imei: IMEI, ok: false, problem: 'doubtful' }]);
  });

  test('that no words name is asked about, and needs no question where it is typed as well', async () => {
    const reading = codes(IMEI);
    const unnamed = { ...reading, codes: reading.codes.map(({ named: _, ...code }) => code) };

    const alone = await send({ reading: unnamed });
    const typed = await send({ reading: unnamed, text: `is it ${IMEI}` });

    expect([alone.asked, typed.asked]).toEqual([[], [IMEI]]);
    expect(alone.text).toContain(`Is ${IMEI} an IMEI?`);
    expect(typed.text).not.toContain('Is ');
  });

  test('of which it is not sure is asked about without its serial number where others can read', async () => {
    const { text, last } = await send({
      reading: codes(IMEI.slice(0, 14)),
      as: { visibility: 'shared' },
    });

    expect(text).toContain('Is it 35693803');
    expect(`${text} ${last.actions?.map(({ label }) => label)}`).not.toContain(IMEI);
  });
});

describe('a picture that names two IMEIs', () => {
  const TOLD = 'also names a second IMEI, which I couldn’t read';

  test.each([
    ['checked', codes(IMEI)],
    ['asked about', codes(IMEI.slice(0, 14))],
  ])('of which one was read says so where that is %s', async (_, reading) => {
    expect((await send({ reading: { ...reading, namesTwo: true } })).text).toContain(TOLD);
    expect((await send({ reading })).text).not.toContain(TOLD);
  });

  test('says nothing of it where the other is read, asked about, or typed beside the picture', async () => {
    const asked = { ...codes(IMEI, IMEI2.slice(0, 14)), namesTwo: true } as const;
    const one = { ...codes(IMEI), namesTwo: true } as const;

    expect((await send({ reading: { ...codes(IMEI, IMEI2), namesTwo: true } })).text).not.toContain(TOLD);
    expect((await send({ reading: asked })).text).not.toContain(TOLD);
    expect((await send({ reading: one, text: IMEI2 })).text).not.toContain(TOLD);
  });
});

describe('a number of a picture that is asked about', () => {
  const unnamed = (code: Partial<Barcode>): PictureReading => {
    const reading = codes(IMEI);
    return { ...reading, codes: reading.codes.map(({ named: _, ...one }) => ({ ...one, ...code })) };
  };
  const WHERE = 'Dial *#06# on the phone to see its IMEI.';

  test.each([
    ['misread', { symbology: 'ITF' }, `Is it ${IMEI}?`, /compare it with the picture\.$/, `Check ${IMEI}`],
    [
      'length',
      { text: IMEI.slice(0, 14), named: 'imei' },
      `Is it ${IMEI}?`,
      /shows 14 digits, but an IMEI has 15/,
      `Check ${IMEI}`,
    ],
    ['unnamed', {}, `Is ${IMEI} an IMEI?`, /nothing beside it clearly says it’s an IMEI/, 'Check anyway'],
    [
      'other-name',
      { named: 'other', words: 'Order no.:' },
      `Is ${IMEI} an IMEI?`,
      /stands beside “Order no\.”, so/,
      'Check anyway',
    ],
    [
      'other-name',
      { named: 'other', words: `${'a long text '.repeat(4)}` },
      `Is ${IMEI} an IMEI?`,
      /nothing beside it clearly/,
      'Check anyway',
    ],
    [
      'other-name',
      { named: 'other', words: 'Karte 4111 1111' },
      `Is ${IMEI} an IMEI?`,
      /nothing beside it clearly/,
      'Check anyway',
    ],
  ] as const)('says why: %s', async (doubt, code, title, why, button) => {
    const { last, asked } = await send({ reading: unnamed(code) });

    expect(asked).toEqual([]);
    expect(last).toMatchObject({ title, tone: 'neutral' });
    expect(last.sections.flatMap(({ fields }) => fields)).toMatchObject([{ label: 'I read' }]);
    expect(last.summary).toMatch(why);
    expect(last.summary?.endsWith(WHERE)).toBe(doubt !== 'misread');
    expect(last.actions.map(({ label }) => label)).toEqual([button]);
    expect(last.records?.()).toMatchObject([{ imei: IMEI, result: 'asked', doubt }]);
  });

  test('says that hardly any phone has one like it', async () => {
    const rare = imeiOf('01234567', 123456);
    const { last, asked } = await send({ reading: codes(rare) });

    expect(asked).toEqual([]);
    expect(last).toMatchObject({ title: `Is ${rare} an IMEI?` });
    expect(last.summary).toMatch(/^I read it clearly, but hardly any phone has a number like this/);
  });

  test('does not tell the words beside it where others can read', async () => {
    const reading = unnamed({ named: 'other', words: 'Ann Example' });

    expect((await send({ reading })).text).toContain('Ann Example');
    expect((await send({ reading, as: { visibility: 'shared' } })).text).not.toContain('Example');
  });

  /** As somebody sends it who presses buttons. */
  const talk = (reading: PictureReading, batchConfirm = 200) => {
    const checker = scriptedChecker(() => answers.found(basic()));
    const said = conversation({
      needs: { checker, readBarcodes: async () => reading },
      settings: { batchConfirm },
    });
    return { ...said, asked: () => checker.asked.map(({ imei }) => imei) };
  };
  const bare = (count: number): PictureReading => {
    const imeis = Array.from({ length: count }, (_, index) => imeiOf('35693803', 1000 + 37 * index));
    const { codes: named } = codes(...imeis);
    return { ok: true, texts: [], codes: named.map(({ named: _, ...code }) => code) };
  };
  const numbersOf = (reading: PictureReading) => (reading.ok ? reading.codes.map(({ text }) => text) : []);

  test('together with five others is checked at once when the cost was told', async () => {
    const reading = bare(6);
    const { send: sent, press, asked } = talk(reading);
    const { last } = await sent({ name: 'photo.jpg', content: PICTURE });

    expect(last).toMatchObject({ title: '6 numbers to be confirmed', tone: 'warning' });
    expect(last.sections.map(({ heading }) => heading)).toEqual(['To be confirmed (6)']);
    expect(textOf(last)).not.toMatch(/no valid|[Ii]nvalid/);

    const plan = await press(last, 'Check all 6');
    plan.expect('Check 6 numbers?', 'I’m not sure these are IMEIs', 'Costs at most: 6');
    expect(asked()).toEqual([]);

    await press(plan.last, 'Check them');
    expect(asked()).toEqual(numbersOf(reading));
  });

  test('stands below the IMEIs that were checked, and is no invalid number', async () => {
    const certain = codes(IMEI);
    const { codes: others } = bare(5) as PictureReading & { readonly ok: true };
    const others2 = others.map((code) => ({ ...code, named: 'other' }) as const);
    const { send: sent, asked } = talk({ ...certain, codes: [...certain.codes, ...others2] });
    const { last } = await sent({ name: 'photo.jpg', content: PICTURE });

    expect(asked()).toEqual([IMEI]);
    expect(textOf(last)).toContain('# To be confirmed (5)');
    expect(textOf(last)).toContain('[Check all 5]');
    expect(textOf(last)).not.toContain('nvalid');
  });

  test.each([1, 2, 6])('is checked where it is typed as it says without buttons: %s', async (count) => {
    const reading = bare(count);
    const { send: sent, say, asked } = talk(reading);
    const { last } = await sent({ name: 'photo.jpg', content: PICTURE });
    const [line = ''] = /\/imei .*--anyway$/.exec(last.withoutButtons ?? '') ?? [];

    expect(asked()).toEqual([]);
    await say(line);
    expect(asked()).toEqual(numbersOf(reading));
  });

  test('is checked unasked where the picture is sent to be checked anyway', async () => {
    const reading = bare(2);
    const { asked } = await send({ reading, values: { anyway: true } });

    expect(asked).toEqual(numbersOf(reading));
  });

  test('is told once, for one reason, where text and bars are asked about for two', async () => {
    const tested = imeiOf('00123456', 123456);
    const text = { imei: known(tested), doubt: { why: 'unlikely' } } as const;
    const { last } = await send({ reading: { ...codes(tested), texts: [text] } as PictureReading });

    expect(last.title).toBe(`Is ${tested} an IMEI?`);
    expect(last.records?.()).toHaveLength(1);
  });
});

describe('a picture with two IMEIs', () => {
  test('of one phone shows both SIMs together, in one reply', async () => {
    const { text, asked } = await send({ reading: codes(IMEI, IMEI2, SERIAL) });

    expect(asked).toEqual([IMEI, IMEI2]);
    expect(text).toContain('These are the two IMEIs of one phone, one for each SIM.');
    expect(text).toContain('NOKIA 3310\n');
    for (const imei of [IMEI, IMEI2]) expect(text).toContain(`IMEI: ${imei}`);
    expect(text).toContain(`Serial number: ${SERIAL}`);
  });

  test('of one phone numbers the SIMs only where the picture says which is which', async () => {
    const said = await send({ reading: codes([`IMEI1:${IMEI};IMEI2:${IMEI2}`, 'QRCode']) });
    const bare = await send({ reading: codes(IMEI2, IMEI) });

    expect(said.text).toContain(`IMEI1: ${IMEI}\nIMEI2: ${IMEI2}`);
    expect(bare.text).not.toMatch(/IMEI[12]/);
  });

  test('of two phones is a list of two', async () => {
    const { text, asked } = await send({ reading: codes(IMEI, OTHER) });

    expect(asked).toEqual([IMEI, OTHER]);
    expect(text).not.toContain('one phone');
    expect(text).not.toContain('IMEI1');
  });
});

describe('a picture whose text was read', () => {
  const read = (...texts: readonly Partial<TextImei>[]): PictureReading => ({
    ok: true,
    codes: [],
    texts: texts.map((text) => ({ imei: known(IMEI), ...text })),
  });

  test('is answered with the word to compare, and what it was read from', async () => {
    const { text, asked, last } = await send({ reading: read({}) });

    expect(asked).toEqual([IMEI]);
    expect(text.split('\n')[1]).toBe('Read from the picture: please compare.');
    expect(last.records?.()).toMatchObject([{ imei: IMEI, ok: true, readFrom: 'text' }]);
    expect(last.files).toEqual([]);
  });

  test('says once that both IMEIs of a phone are to be compared', async () => {
    const { last } = await send({ reading: read({}, { imei: known(IMEI2) }) });

    const pair = 'These are the two IMEIs of one phone, one for each SIM.';
    expect(last.summary).toBe(`${pair} Read from the picture: please compare.`);
  });

  test('is not to be compared where a document says it itself', async () => {
    const { last } = await send({ reading: read({ isExact: true }), name: 'order.pdf' });

    expect(last.summary).toBe('Read from the text of the PDF.');
    expect(last.records?.()).toMatchObject([{ imei: IMEI, ok: true, readFrom: 'text' }]);
  });

  test('tells the slots of a phone that it names', async () => {
    const second = { imei: known(IMEI2), slot: 2 } as const;
    const { text, last } = await send({ reading: read(second, { slot: 1 }) });

    expect(text).toContain(`IMEI1: ${IMEI}\nIMEI2: ${IMEI2}`);
    expect(last.records?.()).toMatchObject([
      { imei: IMEI, slot: 1, readFrom: 'text' },
      { imei: IMEI2, slot: 2, readFrom: 'text' },
    ]);
  });

  test('says which slot the bars beside it are of', async () => {
    const bars = codes(IMEI2, IMEI);
    const second = { imei: known(IMEI2), slot: 2 } as const;
    const { last } = await send({ reading: { ...bars, texts: [second] } as PictureReading });

    expect(last.records?.()).toMatchObject([
      { imei: IMEI, slot: 1, readFrom: 'bars' },
      { imei: IMEI2, slot: 2, readFrom: 'bars' },
    ]);
  });

  test('is asked about with its digits to compare where it leaves doubt, and costs nothing', async () => {
    const cutOut = new Uint8Array([1, 2, 3]);
    const { text, asked, last } = await send({ reading: read({ doubt: MISREAD, cutOut }) });

    expect(asked).toEqual([]);
    expect(text).toContain(`Is it ${IMEI}?`);
    expect(last.files).toMatchObject([{ name: 'imei-1.png', contentType: 'image/png', data: cutOut }]);
    expect(last.records?.()).toMatchObject([{ imei: IMEI, ok: false, result: 'asked', readFrom: 'text' }]);
  });

  test('does not show the digits where others can read', async () => {
    const cutOut = new Uint8Array([1, 2, 3]);
    const reading = read({ doubt: MISREAD, cutOut });
    const { last } = await send({ reading, as: { visibility: 'shared' } });

    expect(last.files).toEqual([]);
  });

  test('needs no question where bars are certain of the same number, and no digits to compare', async () => {
    const text = { imei: known(IMEI), doubt: MISREAD, cutOut: new Uint8Array([1, 2, 3]) };
    const { asked, last } = await send({ reading: { ...codes(IMEI), texts: [text] } as PictureReading });

    expect(asked).toEqual([IMEI]);
    expect(last.files).toEqual([]);
    expect(last.records?.()).toHaveLength(1);
  });
});

describe('a picture with text beside it', () => {
  test('has the IMEIs of the text first, each once', async () => {
    const { asked } = await send({ text: `mine is ${OTHER}`, reading: codes(IMEI, OTHER) });

    expect(asked).toEqual([OTHER, IMEI]);
  });

  test.each([
    ['has no code', codes()],
    ['cannot be read', { ok: false, problem: { kind: 'broken' } } as const],
  ])('is answered for its text when the picture %s', async (_, reading) => {
    const { asked, text } = await send({ text: OTHER, reading });

    expect(asked).toEqual([OTHER]);
    expect(text).toMatch(/^NOKIA 3310\n/);
  });

  test('is not said to show one phone when there is another number in the text', async () => {
    const { text } = await send({ text: OTHER, reading: codes(IMEI, IMEI2) });

    expect(text).not.toContain('one phone');
  });
});

describe('a picture without an IMEI', () => {
  test('without any code says how to take a better one, and spends nothing', async () => {
    const { text, asked, last } = await send({ reading: codes() });

    expect(asked).toEqual([]);
    expect(last.tone).toBe('bad');
    expect(last.records?.()).toMatchObject([{ ok: false }]);
    expect(text).toContain('I couldn’t read a barcode or QR code in it. Hold the camera close');
    expect(text).toContain('No check used');
  });

  test.each([
    [{ trouble: 'blank' }, 'all one color'],
    [{ trouble: 'dark' }, 'too dark'],
    [{ trouble: 'small' }, 'too small'],
    [{ trouble: 'blurred' }, 'blurred'],
    [{ hasBars: true }, 'couldn’t read a barcode'],
    [{ hasText: true }, 'can read text in it'],
    [{}, 'neither a barcode nor text'],
  ] as const)('says what was seen on it, and what helps: %j', async (seen, words) => {
    const look = { hasBars: false, hasText: false, ...seen };
    const { text } = await send({ reading: { ok: true, codes: [], texts: [], look } });

    expect(text).toContain(words);
  });

  test('but with other codes says that they were read, and which', async () => {
    const { text } = await send({ reading: codes([EAN, 'EANUPC']) });

    expect(text).toContain('I read a code in it, but it has no IMEI.');
    expect(text).toContain(`EAN: ${EAN}`);
  });

  test('but with a wrong one says what is wrong with it', async () => {
    const wrong = `${IMEI.slice(0, 14)}${(Number(IMEI.slice(14)) + 1) % 10}`;

    expect((await send({ reading: codes(wrong) })).text).toContain('There’s a typo in this number');
  });
});

describe('a picture that is refused', () => {
  test.each([
    [{ kind: 'too-large', mostBytes: 20 * 1_024 * 1_024 }, /up to 20\u202f?.?MB/],
    [{ kind: 'too-many-pixels', megapixels: 99.9, mostMegapixels: 50 }, /up to 50 megapixels/],
    [{ kind: 'unknown-format', format: 'HEIC' }, /in HEIC format\. Please send it as a JPEG or PNG/],
    [{ kind: 'no-picture' }, /isn’t a picture/],
    [{ kind: 'broken' }, /damaged/],
    [{ kind: 'too-slow' }, /picture took too long/],
    [{ kind: 'too-slow', isDocument: true }, /file took too long.*Send only the part with the codes/s],
    [{ kind: 'too-much' }, /too much in this file.*Send only the part with the codes/s],
  ] as const)('says why and what to do: %j', async (problem, words) => {
    const { text, last } = await send({ reading: { ok: false, problem } });

    expect(text).toMatch(words);
    expect(text).toContain('No check used');
    expect(last.tone).toBe('bad');
    expect(last.records?.()).toMatchObject([{ ok: false }]);
  });

  test('may have 20 MB, more than a table', async () => {
    const limits: number[] = [];
    const readFile: typeof quiet.readFile = async (_, { maxBytes }) => {
      limits.push(maxBytes);
      throw new FileUnreadable('too-large', 'it is');
    };

    const { text } = await send({ readFile });
    await send({ readFile, name: 'list.csv' });

    expect(text).toContain('This picture is too large');
    expect(limits).toEqual([20 * 1_024 * 1_024, 5 * 1_024 * 1_024]);
  });
});
