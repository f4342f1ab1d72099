import { describe, expect, test } from 'vitest';
import type { LookupOutcome } from '../../src/checks/contract.ts';
import { FileUnreadable } from '../../src/core/adapter/file-access.ts';
import type { FileContent } from '../../src/files/file-jobs.ts';
import type { PictureContent } from '../../src/files/pictures/pictures.ts';
import { WorkFailed } from '../../src/files/work/work-job.ts';
import { findImeis } from '../../src/imei/find.ts';
import type { Findings } from '../../src/imei/findings.ts';
import { ServiceFailure } from '../../src/provider/service-failure.ts';
import { StoreFailed } from '../../src/store/store-errors.ts';
import { answers, basic, full } from '../support/checks/answers.ts';
import { type SentFile, type Setup, talk } from '../support/conversation.ts';
import { filesInProcess } from '../support/files/files-in-process.ts';
import { csvOf } from '../support/files/tables.ts';
import { linesOf } from '../support/imeis.ts';

const [A = '', B = '', C = '', D = ''] = linesOf(4).split('\n');
const found = () => answers.found(basic());
const table = (content: string): SentFile => ({ name: 'a.csv', content });

const PNG = new Uint8Array([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0,
]);
const HEIC = new Uint8Array(Buffer.from('000000186674797068656963000000006d696631', 'hex'));
const PICTURE: SentFile = { name: 'label.png', content: PNG };
const NOTHING: Findings = { sure: [], unsure: [], invalid: [], repeats: [] };

/** A talk in which every picture shows this. */
function talkOf(picture: Partial<PictureContent>) {
  return talkOfAny({ kind: 'picture', findings: NOTHING, ...picture });
}

function talkOfAny(reading: FileContent) {
  return talk(found, { files: filesInProcess(reading) });
}

/** The numbers of a text as they are read from the letters of a picture. */
function lettersOf(text: string): Partial<PictureContent> {
  const { sure: numbers, ...others } = findImeis(text);
  const read = numbers.map((one) => ({ ...one, readFrom: 'text' as const }));
  const why = { kind: 'picture' } as const;
  return read.length < 3
    ? { findings: { ...others, sure: read } }
    : {
        findings: {
          ...others,
          sure: [],
          unsure: read.map((one) => ({ ...one, kind: 'unsure', why })),
        },
      };
}

describe('a picture', () => {
  test('a number from bars is answered at once, a number from text must be compared', async () => {
    (await talkOf({ findings: findImeis(A) }).send(PICTURE)).expect(A).expectNot('compare');
    const one = await talkOf(lettersOf(A)).send(PICTURE);
    one.expect('NOKIA 3310\nRead from the picture: please compare.');
    expect(one.last.records?.()).toMatchObject([{ imei: A, result: 'found', readFrom: 'text' }]);
    const two = await talkOf(lettersOf(`IMEI1: ${A}\nIMEI2: ${B}`)).send(PICTURE);
    two.expect(
      'These are the two IMEIs of one phone',
      'please compare',
      `IMEI1 · ${A}`,
      `IMEI2 · ${B}`,
    );
    expect(two.last.records?.()).toMatchObject([{ slot: 1 }, { slot: 2 }]);
  });

  test('a corrected number of a picture must be compared too', async () => {
    const { invalid } = findImeis('490154203237510');
    const read = invalid.map((number) => ({ ...number, readFrom: 'text' as const }));
    const reply = await talkOf({ findings: { ...NOTHING, invalid: read } }).send(
      PICTURE,
      '--anyway',
    );
    reply.expect('490154203237518', 'Read from the picture: please compare.');
  });

  test('a picture with three or more numbers in its text asks once, and one button checks them', async () => {
    const { send, press, checked } = talkOf(lettersOf(`${A}\n${B}\n${C}`));
    const reply = await send(PICTURE);
    reply.expect(
      'Should I check these 3 numbers?\nI read them from your picture. Please compare them first.',
      `number in the picture: ${A}`,
    );
    expect(checked()).toEqual([]);
    expect(reply.last.files).toEqual([]);
    (await press(reply.last, 'Check number in the picture (3)')).expect('All 3 found');
    (await send(PICTURE, '--anyway')).expect('All 3 found');
  });

  test.each([
    [
      'iphone 13 128 black',
      A,
      'Careful: the text says “iphone 13 128 black”, but this is a differ',
    ],
    ['Samsung A52 from Ali', `IMEI1: ${A}\nIMEI2: ${B}`, 'the text says “Samsung A52'],
  ])(
    'the reply warns if the caption of a picture names another phone: %s',
    async (caption, label, warning) => {
      (await talkOf(lettersOf(label)).send(PICTURE, caption)).expect(warning, 'NOKIA 3310', A);
    },
  );

  test.each([
    ['nokia 3310', A],
    ['case for iphone 13', A],
    // A carton: nobody knows which one the words mean.
    ['iphone 13', `${A}\n${B}\n${C}`],
  ])('the reply does not warn about a picture with the caption “%s”', async (caption, label) => {
    (await talkOf(lettersOf(label)).send(PICTURE, `${caption} --anyway`)).expectNot('Careful');
  });

  test('a picture is recognized by its content, with any name, up to 20 MB', async () => {
    const { send } = talkOf({ findings: findImeis(A) });
    (await send({ name: 'IMG', content: HEIC })).expect(A);
    const large = Buffer.concat([HEIC, Buffer.alloc(6 * 1024 * 1024)]);
    (await send({ name: 'IMG.HEIC', content: large })).expect(A);
    const huge = Buffer.concat([HEIC, Buffer.alloc(20 * 1024 * 1024)]);
    (await send({ name: 'IMG.HEIC', content: huge })).expect(
      'This file is too large',
      'up to 20 MB',
    );
  });
});

describe('a file that cannot be used', () => {
  test.each([
    ['too-large', 'This file is too large'],
    ['too-many-pixels', 'up to 50 megapixels'],
    ['no-heic-decoder', 'I can’t open HEIC pictures here'],
    ['broken', 'I can’t open this file'],
    ['locked', 'This file has a password'],
    ['too-slow', 'This picture took too long to read'],
  ] as const)(
    'the reply says why a picture is unusable (%s), and answers the text of its message',
    async (why, said) => {
      const { send } = talkOfAny({ kind: 'unusable', why });
      (await send(PICTURE)).expect(said, 'File: label.png', '(No check used)');
      (await send(PICTURE, A)).expect(A, '# Files without an answer\nlabel.png: ');
    },
  );

  test.each([
    ['', 'This file is empty'],
    ['hello', 'I don’t see an IMEI in this file'],
    ['name,city\nann,Bonn\n', 'I don’t see an IMEI in this file'],
    ['x'.repeat(5 * 1024 * 1024 + 1), 'Lists can be up to 5 MB'],
  ])(
    'the reply says why a list is unusable (%.10s), and answers the text of its message',
    async (content, said) => {
      const { send } = talk(found);
      (await send(table(content))).expect(said, 'File: a.csv', '(No check used)');
      (await send(table(content), A)).expect(A, '# Files without an answer\na.csv: ');
    },
  );

  test('if a file breaks its reader, the other files are answered, and the operator learns it', async () => {
    const bugs: unknown[] = [];
    const files = filesInProcess({ kind: 'picture', findings: findImeis(A) });
    const read: typeof files.read = async (file, signal) => {
      if (file.name.includes('hostile')) throw new WorkFailed('broke');
      return files.read(file, signal);
    };
    const { sendAll, send } = talk(found, {
      files: { ...files, read },
      services: { reportBug: (error) => bugs.push(error) },
    });
    const hostile = { ...PICTURE, name: 'hostile.png' };
    const reply = await sendAll([hostile, PICTURE]);
    reply.expect(A, '# Files without an answer\nhostile.png: I can’t open this file');
    (await send(hostile)).expect('I can’t open this file', 'File: hostile.png');
    expect(bugs).toMatchObject([{ name: 'WorkFailed' }, { name: 'WorkFailed' }]);
  });

  test('the reply names files that were not received or are too many', async () => {
    const download = () => Promise.reject(new FileUnreadable('failed', 'no connection'));
    const lost = await talk(found, { files: { download } }).send(table(A));
    lost.expect('I couldn’t get this file', 'send it again');
    const { send } = talk(found, { files: { ticketFor: () => undefined } });
    (await send(PICTURE)).expect('I’m still working on your other files');
    (await send(PICTURE, A)).expect(A, 'label.png: I’m still working on your other files');
  });
});

describe('a file of text', () => {
  test.each([': $1', ',$1,modem'])(
    'a file of text is answered as a text, with its message: name%s',
    async (form) => {
      const { send, checked } = talk(found);
      const content = `Model=x\nIMEI=${A}\nIMEI2=${B}\nIMSI=${C}\n`.replace(/=(.*)/g, form);
      const reply = await send({ name: 'kv.txt', content }, D);
      reply.expect('3 found, 1 to confirm', `IMSI: ${C}`);
      expect(checked()).toEqual([D, A, B]);
      expect(reply.last.files).toEqual([]);
    },
  );
});

describe('a file with more numbers than fit into a button', () => {
  // Each goes into a button with the name of its phone, so that fewer numbers are too many.
  const PHONE = 'iPhone 13 Pro Max/512GB/graphite/dual-SIM';
  const NUMBERS = linesOf(1_800).split('\n');
  const phone = () => answers.found(basic({ brand: 'Apple', model: PHONE }));
  const setup: Setup = {
    as: { visibility: 'shared' },
    settings: { batchMax: 10_000, batchConfirm: 10_000 },
  };

  test('only has buttons that work, where others read', async () => {
    const { send, press } = talk(phone, setup);
    const content = NUMBERS.map((number) => `${number} ${PHONE}`).join('\n');
    const { last } = await send({ name: 'phones.txt', content });
    for (const { label } of last.actions) await press(last, label);
  });

  test('has a button that checks the numbers to be confirmed together with the others', async () => {
    const { send, press } = talk(phone, setup);
    const orders = NUMBERS.slice(1).map((number) => `${PHONE}, order no.: ${number}`);
    const asked = await send({ name: 'phones.txt', content: [A, ...orders].join('\n') });
    expect(asked.last.actions.map(({ label }) => label)).toMatchInlineSnapshot(`
      [
        "Show full number (only to me)",
        "Check order no. (1,799)",
      ]
    `);
    (await press(asked.last, 'whole', { visibility: 'private' })).expect(`Apple ${PHONE}`, A);
    (await press(asked.last, 'ask-1')).expect('All 1,800 found');
  });
});

describe('several files of one message', () => {
  test('several files of one message are answered as one list, each number once', async () => {
    const { sendAll, press, checked } = talkOf({ findings: findImeis(A) });
    const reply = await sendAll([PICTURE, table(`IMEI,Order no.\n${A},${C}\n${B},${D}\n`)], B);
    reply.expect('# Check these too? (2)', `Order no.: ${C}`);
    expect(checked()).toEqual([B, A]);
    (await press(reply.last, 'Check Order no. (2)')).expect(C, D);
    // The files need not be sent again; the file has also the numbers that were not confirmed.
    (await press(reply.last, 'As a file')).expect('All 4 found');
  });
});

describe('a number that a message repeats in its text and a file keeps its place', () => {
  const TYPO = '352099001761482';

  test('to be confirmed in one, and sure in the other', async () => {
    const { send } = talk(found);
    const content = `${C}\n${A}`;
    const reply = await send({ name: 'phones.txt', content }, `Order no.: ${C}\n${B}`);
    reply.expect(`1. ${C} · same as 3`, `3. ${C} · NOKIA 3310`);
  });

  test('to be confirmed in both', async () => {
    const { send } = talk(found);
    const content = `Order no.: ${C}\n${A}\n${D}`;
    const reply = await send({ name: 'phones.txt', content }, `${B}\nOrder no.: ${C}`);
    reply.expect(
      `1. ${B} · NOKIA 3310\n3. ${C} · same as 2\n4. ${A} · NOKIA 3310`,
      `2. Order no.: ${C}`,
    );
  });

  test('and is listed once if it is invalid, as in one text', async () => {
    const { sendAll } = talkOf({ findings: findImeis(`${A}\n${TYPO}`) });
    const reply = await sendAll([PICTURE, PICTURE], `${B}\n${C}`);
    reply.expect('3 found, 1 invalid number', `5. ${A} · same as 3`);
  });
});

describe('saved answers of a list', () => {
  const TYPO = '352099001761482';
  const TEST_RANGE = '004401015420322';
  const LIST = `${A}\n${TYPO}\nIMEI2: ${B}\n${C}`;
  const script = (imei: string) => (imei === C ? answers.notFound() : found());

  test('saved answers come as a file for the asker alone, in the order of the text, with invalid numbers', async () => {
    const { say, press, checked } = talk(script, { as: { visibility: 'shared' } });
    const { last } = await press((await say(LIST)).last, 'As a file');
    expect(last).toMatchObject({ isPrivate: true, files: [{ name: 'imeis.csv' }] });
    expect(csvOf(last)).toEqual([
      ['IMEI', 'Brand', 'Model', 'Result'],
      [A, 'NOKIA', '3310', 'Found.'],
      [TYPO, '', '', expect.stringMatching(/^Invalid: typo/)],
      [B, 'NOKIA', '3310', 'Found.'],
      [C, '', '', 'Not found.'],
    ]);
    expect(checked()).toHaveLength(3);
    const german = talk(script, { as: { locale: 'de' } });
    const { files } = (await german.press((await german.say(LIST)).last, 'Als Datei')).last;
    expect(String(Buffer.from(files[0]?.data ?? []))).toContain('IMEI;Marke;');
  });

  test('an unconfirmed number stays in its row of the file, with its name and without a check', async () => {
    const { say, press, checked } = talk(script);
    const unsure = [`Order no.: ${D}`, `${TEST_RANGE}`];
    const list = await say(`IMEI: ${A}\n${unsure.join('\n')}\nIMEI: ${C}`);
    list.expect('1 found, 1 not found, 2 to confirm');
    const file = await press(list.last, 'As a file');
    file.expect('1 found, 1 not found, 2 to confirm').expectNot('[Check the rest', 'expired');
    expect(csvOf(file.last).map(([imei, _brand, _model, result]) => [imei, result])).toEqual([
      ['IMEI', 'Result'],
      [A, 'Found.'],
      [D, 'Not checked: Order no. Ask me to check it.'],
      [TEST_RANGE, expect.not.stringMatching(/expired|Found/u)],
      [C, 'Not found.'],
    ]);
    expect(checked()).toEqual([A, C]);
    // The file asks as the list above it does, and its button checks only what it names.
    (await press(file.last, 'Check Order no.')).expect('NOKIA 3310').expectNot(A);
    expect(checked()).toEqual([A, C, D]);
  });

  test.each([
    ['a letter for a digit', D.replace('1', 'l')],
    ['a 0 for the check digit', `${D.slice(0, -1)}0`],
  ])(
    'saved answers of a list have no correction that nobody asked for: %s',
    async (_what, typo) => {
      for (const visibility of ['private', 'shared'] as const) {
        const { say, press, checked } = talk(found, { as: { visibility } });
        const list = await say(`${A}\n${typo}\n${B}\n${C}`);
        list.expect('3 found, 1 invalid number', '[Correct and check]');
        const file = await press(list.last, 'As a file');
        file.expect('3 found, 1 invalid number').expectNot('expired', 'Check the rest');
        expect(csvOf(file.last).map(([imei]) => imei)).toEqual(['IMEI', A, typo, B, C]);
        expect(csvOf(file.last)[2]?.[3]).toMatch(/^Invalid/u);
        if (visibility === 'shared') {
          const whole = await press(list.last, 'whole');
          whole.expect('3 found, 1 invalid number', '[Correct and check]').expectNot('expired');
        }
        (await press(list.last, 'complete')).expect('NOKIA');
        expect(checked()).toEqual([A, B, C, D]);
      }
    },
  );

  test('saved answers have the corrections of a table that was sent with --anyway', async () => {
    const { send, press } = talk(() => answers.found(full()));
    const typo = D.replace('1', 'l');
    const checked = await send(table(`IMEI\n${A}\n${typo}\n`), '--anyway');
    checked.expect('Both found');
    (await press(checked.last, 'full')).expect('Both found');
  });

  test('name other phones by their rows in the file, of which the first is the titles', async () => {
    const { say, press } = talk(script);
    const list = await say(`${A}\niphone 13 ${B}\n${C}`);
    list.expect(`2. ${B} · “iphone 13” is NOKIA 3310`);
    (await press(list.last, 'As a file')).expect(`3. ${B} · “iphone 13” is NOKIA 3310`);
  });

  const forgetful = (setup: Setup = {}) => {
    const gone = new Set<string>();
    const parts = talk(() => answers.found(full()), setup);
    const lookUp = async (imei: Parameters<typeof parts.checker.lookUp>[0]) =>
      gone.has(imei) ? ({ kind: 'unsaved' } as const) : parts.checker.lookUp(imei);
    const checker = { ...parts.checker, lookUp, freeOutcome: lookUp };
    return {
      gone,
      ...talk(() => answers.found(full()), { ...setup, services: { checker } }),
      checked: parts.checked,
    };
  };

  test.each([
    ['Full details', {}],
    ['Show to everyone', {}],
    ['Show full number (only to me)', { as: { visibility: 'shared' } }],
  ] as const)('that expired are not checked without asking: %s', async (button, setup) => {
    const { say, press, gone, checked } = forgetful(setup);
    const { last } = await say(A);
    (await press(last, button)).expect('SAMSUNG').expectNot('any more');
    gone.add(A);
    const unsaved = await press(last, button);
    unsaved.expect('The saved answer has expired', 'Checking it again uses a check.');
    expect(unsaved.last.isPrivate).toBe('as' in setup);
    expect(checked()).toEqual([A]);
    (await press(unsaved.last, 'Check again (uses a check)')).expect('SAMSUNG');
    expect(checked()).toEqual([A, A]);
  });

  test('of which one may have been paid for nothing warn before it is paid again', async () => {
    const timeout = new ServiceFailure('timeout');
    const lookUp = async (imei: string): Promise<LookupOutcome> =>
      imei === A
        ? { kind: 'failed', failure: timeout }
        : { kind: 'answered', answer: answers.found(full()) };
    const parts = talk((imei) => (imei === A ? Promise.reject(timeout) : answers.found(full())));
    const checker = { ...parts.checker, lookUp, freeOutcome: lookUp };
    const { say, press } = talk(found, { services: { checker } });
    const file = await press((await say(LIST)).last, 'As a file');
    file.expect(
      '2 found, 1 with no answer, 1 invalid number',
      '[Try again (may be charged twice)]',
      'The service isn’t answering right now',
    );
  });

  test.each(['share', 'list'])(
    'saved answers that the failing store cannot read are not a bug: %s',
    async (button) => {
      const bugs: unknown[] = [];
      const failure = new StoreFailed(new Error('the disk is full'));
      const parts = talk(script);
      const checker = { ...parts.checker, lookUp: () => Promise.reject(failure) };
      const { say, press } = talk(script, {
        services: { checker, reportBug: (error) => bugs.push(error) },
      });
      const { last } = await say(LIST);
      // The reply to this says that the store fails.
      await expect(press(last, button)).rejects.toBe(failure);
      expect(bugs).toEqual([]);
    },
  );

  test('of which one cannot be read through a bug do not say that somebody stopped it', async () => {
    const bugs: unknown[] = [];
    const failure = new TypeError('broke');
    const parts = talk(script);
    const lookUp: typeof parts.checker.lookUp = async (imei) =>
      imei === A ? Promise.reject(failure) : { kind: 'unsaved' };
    const { say, press } = talk(script, {
      services: { checker: { ...parts.checker, lookUp }, reportBug: (error) => bugs.push(error) },
      as: { visibility: 'shared' },
    });
    const whole = await press((await say(`IMEI: ${A}\nOrder no.: ${D}`)).last, 'whole');
    whole.expect(
      'Something went wrong on our side\nNo check was used. The operator can see what happened.',
      '[Try again]',
    );
    expect(whole.last.records?.()).toMatchObject([{ problem: 'broke', paid: 'no' }, {}]);
    expect(bugs).toEqual([failure]);
  });

  test.each(['share', 'list'])(
    'expired answers of a list are counted in the reply: %s',
    async (button) => {
      const { say, press, gone, checked } = forgetful();
      const { last } = await say(LIST);
      gone.add(B);
      const shown = await press(last, button);
      shown.expect('# The saved answer has expired (1)');
      expect(checked()).toHaveLength(3);
      (await press(shown.last, 'Check the rest: 1 check')).expect(B);
      expect(checked()).toEqual([A, B, C, B]);
    },
  );
});
