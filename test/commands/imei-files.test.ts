import { describe, expect, test } from 'vitest';
import type { PictureRead, PictureReading, ReadPicture } from '../../src/files/photos/contract.ts';
import { findImeis } from '../../src/imei/find.ts';
import type { Findings } from '../../src/imei/findings.ts';
import { answers, basic, full } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { actionOf, conversation, type SentFile, type Setup } from '../support/conversation.ts';
import { rowOf, workbookOfSheets } from '../support/files/tables.ts';
import { imeiOf } from '../support/imeis.ts';

const [A, B, C, D] = [1, 2, 3, 4].map((serial) => imeiOf('35693803', serial)) as [
  string,
  string,
  string,
  string,
];
/** What is on it, each test says. */
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0]);
const HEIC = new Uint8Array(Buffer.from('000000186674797068656963000000006d696631', 'hex'));
const PICTURE: SentFile = { name: 'label.png', content: PNG };

const NOTHING: Findings = { found: [], asked: [], problems: [], duplicates: 0 };

/** The numbers of a text as they are read from the letters of a picture. */
function lettersOf(text: string): Findings {
  const { found, ...others } = findImeis(text);
  const read = found.map((one) => ({ ...one, readFrom: 'text' as const }));
  if (read.length < 3) return { ...others, found: read };
  return { ...others, found: [], asked: read.map((one) => ({ ...one, why: { kind: 'picture' as const } })) };
}

const seen = (parts: Partial<PictureRead>): PictureReading => ({
  ok: true,
  findings: NOTHING,
  label: {},
  seen: 'nothing',
  ...parts,
});

function talk(reading: PictureReading, setup: Setup = {}, device = basic()) {
  const checker = scriptedChecker(() => answers.found(device));
  const readPicture: ReadPicture = async () => reading;
  const asked = () => checker.asked.map(({ imei }) => imei);
  return { asked, ...conversation({ ...setup, needs: { checker, readPicture, ...setup.needs } }) };
}

describe('a picture', () => {
  test('with an IMEI in its bars is answered, with what else they say', async () => {
    const reading = seen({ findings: findImeis(A), label: { serial: 'R58M1234ABC', gtin: '8806090000003' } });
    const reply = await talk(reading).send(PICTURE);
    reply.expect(
      'NOKIA 3310',
      `IMEI: ${A}`,
      '# Also in the picture\nSerial number: R58M1234ABC\nEAN: 8806090000003',
    );
    reply.expectNot('compare');
    const shared = await talk(reading, { as: { visibility: 'shared' } }).send(PICTURE);
    shared.expect('EAN: 8806090000003').expectNot('R58M1234ABC', A);
  });

  test('with one or two in its text is answered, to be compared', async () => {
    const one = await talk(seen({ findings: lettersOf(A) })).send(PICTURE);
    one.expect('NOKIA 3310\nRead from the picture: please compare.');
    expect(one.last.records?.()).toMatchObject([{ imei: A, result: 'found', readFrom: 'text' }]);
    const two = await talk(seen({ findings: lettersOf(`IMEI1: ${A}\nIMEI2: ${B}`) })).send(PICTURE);
    two.expect('These are the two IMEIs of one phone', 'please compare', `IMEI1: ${A}`, `IMEI2: ${B}`);
    expect(two.last.records?.()).toMatchObject([{ slot: 1 }, { slot: 2 }]);
  });

  test('with three or more in its text asks once, and one button checks them', async () => {
    const { send, press, asked } = talk(seen({ findings: lettersOf(`${A}\n${B}\n${C}`) }));
    const reply = await send(PICTURE);
    reply.expect(
      'Should I check these 3 numbers?\nI read them from your picture. Please compare them first.',
      `number in the picture: ${A}`,
      '[Check number in the picture (3)]',
    );
    expect([asked(), reply.last.files]).toEqual([[], []]);
    (await press(reply.last, 'ask-1')).expect('All 3 found');
    (await send(PICTURE, '--anyway')).expect('All 3 found');
  });

  test('is answered together with the text beside it, each number once', async () => {
    const { send, asked } = talk(seen({ findings: findImeis(`${A}\n${B}`) }));
    (await send(PICTURE, `mine is ${B}, his ${C}`)).expect('All 3 found');
    expect(asked()).toEqual([B, C, A]);
  });

  test('is one by its content, whatever it is called', async () => {
    const { send } = talk(seen({ findings: findImeis(A) }));
    (await send({ name: 'IMG', content: HEIC })).expect(`IMEI: ${A}`);
    const large = Buffer.concat([HEIC, Buffer.alloc(6 * 1024 * 1024)]);
    (await send({ name: 'IMG.HEIC', content: large })).expect(`IMEI: ${A}`);
  });

  test('says how many pages of a PDF were read', async () => {
    const reading = seen({ findings: findImeis(A), pages: { read: 10, all: 12 } });
    (await talk(reading).send({ name: 'a.pdf', content: PNG })).expect(
      'I read the first 10 of its 12 pages.',
    );
  });

  test.each<[Partial<PictureRead>, string]>([
    [{ seen: 'codes' }, 'I read a code in it, but it has no IMEI.'],
    [{ seen: 'text' }, 'I can read text in it, but no IMEI.'],
    [{ seen: 'nothing' }, 'I see neither a barcode nor text'],
    [{ seen: 'text', pages: { read: 1, all: 1 } }, 'I don’t see an IMEI in this file'],
  ])('without an IMEI says what was seen, and what helps: %j', async (parts, said) => {
    const { send, asked } = talk(seen(parts));
    const reply = await send(PICTURE);
    reply.expect(said, '(No check used)');
    expect(reply.last).toMatchObject({ tone: 'bad' });
    expect(reply.last.records?.()).toMatchObject([{ ok: false, problem: 'no-imei' }]);
    expect(asked()).toEqual([]);
  });

  test.each([
    ['too-large', 'This picture is too large\nPictures can be up to 20'],
    ['too-many-pixels', 'up to 50 megapixels'],
    ['no-heic-decoder', 'I can’t open HEIC pictures here'],
    ['broken', 'I can’t open this picture'],
    ['locked', 'This file has a password'],
    ['too-slow', 'This picture took too long to read'],
    ['too-much', 'This picture took too long to read'],
  ] as const)(
    'that cannot be read (%s) says why, but the text beside it is answered',
    async (problem, said) => {
      const { send } = talk({ ok: false, problem, isPdf: false });
      (await send(PICTURE)).expect(said, '(No check used)');
      (await send(PICTURE, A)).expect(`IMEI: ${A}`, '# Files without an answer\nlabel.png: ');
    },
  );

  test('too large to be fetched says so, as a picture', async () => {
    const content = Buffer.alloc(20 * 1024 * 1024 + 1);
    (await talk(seen({})).send({ name: 'a.jpg', content })).expect('This picture is too large');
  });
});

describe('a file of text', () => {
  test('is answered as a text, with the numbers beside it', async () => {
    const { send, asked } = talk(seen({}));
    const content = `Model: x\nIMEI: ${A}\nIMEI2: ${B}\nIMSI: ${C}\n`;
    const reply = await send({ name: 'kv.txt', content }, D);
    reply.expect('3 found, 1 to be confirmed', `IMSI: ${C}`);
    expect(asked()).toEqual([D, A, B]);
    expect(reply.last.files).toEqual([]);
  });

  test('without an IMEI says so', async () => {
    (await talk(seen({})).send({ name: 'a.txt', content: 'hello' })).expect(
      'I don’t see an IMEI in this file',
    );
  });

  test('of more than BATCH_MAX is read again for the next', async () => {
    const { send, press } = talk(seen({}), { settings: { batchMax: 2 } });
    const reply = await send({ name: 'a.txt', content: `one ${A}\ntwo ${B} and\nthree ${C}` });
    reply.expect('1 IMEI is left for the next round.');
    (await press(reply.last, 'Check the next 1')).expect('All 3 found');
  });
});

describe('several files of one message', () => {
  const table: SentFile = { name: 'a.csv', content: `IMEI,Order no.\n${A},${C}\n${B},${D}\n` };

  test('are answered as one list, each number once', async () => {
    const { sendAll, press, asked } = talk(seen({ findings: findImeis(`${A}`) }));
    const reply = await sendAll([PICTURE, table], B);
    reply.expect('# Check these too? (2)', `Order no.: ${C}`, '[Check Order no. (2)]');
    expect(asked()).toEqual([B, A]);
    (await press(reply.last, 'Check Order no. (2)')).expect(`IMEI: ${C}`, `IMEI: ${D}`);
  });

  test('that could not be read are named, each with its reason', async () => {
    const { sendAll } = talk({ ok: false, problem: 'broken', isPdf: false });
    const book = workbookOfSheets([
      { name: 'Phones', rows: `${rowOf(['IMEI'])}${rowOf([A])}` },
      { name: 'Old', rows: rowOf([B]), state: 'hidden' },
    ]);
    const reply = await sendAll([PICTURE, { name: 'e.csv', content: '' }, { name: 'b.xlsx', content: book }]);
    reply.expect(`IMEI: ${A}`, '# b.xlsx\nSheets read: Phones\nHidden sheets, left out: Old');
    reply.expect('label.png: I can’t open this picture', 'e.csv: This file is empty');
    const none = await sendAll([PICTURE, { name: 'e.csv', content: '' }]);
    none.expect('I don’t see an IMEI here', 'e.csv: This file is empty');
  });

  test('have buttons with their numbers, so that the files need not be sent again', async () => {
    const { sendAll, press } = talk(seen({ findings: findImeis(A) }), {}, full());
    const reply = await sendAll([PICTURE, { name: 'b.csv', content: `IMEI\n${B}\n` }]);
    expect(actionOf(reply.last, 'full').effect).toMatchObject({
      options: { values: { imei: `${A}\n${B}` } },
    });
    (await press(reply.last, 'full')).expect('Weight: 112');
  });
});

test('a person with too many files waits, and the text is answered', async () => {
  const enter = () => 'person' as const;
  const { send } = talk(seen({}), { needs: { fileTurns: { enter } } });
  (await send(PICTURE)).expect('I’m still working on your other files');
  (await send(PICTURE, A)).expect(`IMEI: ${A}`, 'label.png: I’m still working on your other files');
});
