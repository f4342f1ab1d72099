import { describe, expect, it } from 'vitest';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';
import { rowOf, workbookOfSheets } from '../support/files/tables.ts';
import { tablesAtOnce } from '../support/files/tables-at-once.ts';
import { imeiOf } from '../support/imeis.ts';

const TACS = ['35316609', '35891910', '86912305', '35544818', '35102345', '86003506'];
/** Phones of six types. */
const IMEIS = TACS.map((tac, at) => imeiOf(tac, 412_007 + at * 53_881));
/** Numbers of something else that begin as phones do, each with the check digit of an IMEI. */
const OTHERS = ['35041550', '35873121', '35260482', '35717402', '35993512', '35628840'].map((tac, at) =>
  imeiOf(tac, 101_733 + at * 79_011),
);
/** As others count: the same first digits, and each of another type. */
const SERIES = [17, 40_023, 291_377, 503_999, 730_251, 918_444].map((more) =>
  imeiOf(String(35_710_000 + (more % 9_999)), more),
);

const csv = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.join(';')).join('\r\n');
const beside = (title: string, numbers: readonly string[]): string =>
  csv([['IMEI', title], ...IMEIS.map((imei, row) => [imei, numbers[row] ?? ''])]);
const sheet = (name: string, rows: readonly (readonly string[])[]) => ({
  name,
  rows: rows.map((row) => rowOf(row)).join(''),
});

function talk(tacs: readonly string[] = []) {
  const checker = scriptedChecker(() => answers.found(basic()), 60_000);
  const tables = tablesAtOnce(Uint32Array.from(tacs, Number).sort());
  const { send, sendAll, press } = conversation({ needs: { checker, tables } });
  return {
    send: (content: string | Uint8Array) => send({ name: 'list.csv', content }),
    sendAll,
    press,
    asked: () => checker.asked.map(({ imei }) => imei),
  };
}

async function paidIn(content: string | Uint8Array, tacs?: readonly string[]): Promise<readonly string[]> {
  const { send, asked } = talk(tacs);
  await send(content);
  return asked();
}

describe('beside a column called IMEI, one with another title', () => {
  it.each(['Seriale terminale', 'Frachtbrief', 'Guía', '提货', 'سند القبض', ''])(
    'is not checked, but asked about with one question: %s',
    async (title) => {
      const { send, press, asked } = talk();
      const { last } = (await send(beside(title, OTHERS))).expect(
        'All 6 found',
        'May be IMEIs, not checked',
        `${title || 'B'} (6): ${OTHERS[0]}`,
      );
      expect(asked()).toEqual(IMEIS);
      const { label } = last.actions?.find(({ id }) => id === 'aside') ?? {};
      expect(label).toBe('Check these too (6)');
      await press(last, 'aside');
      expect(asked()).toEqual([...IMEIS, ...OTHERS]);
    },
  );

  it('is one of IMEIs where most are of the same types or have the same serial numbers', async () => {
    const sameTypes = IMEIS.map((imei) => imeiOf(imei.slice(0, 8), 77_001));
    expect(await paidIn(beside('Slot 2', sameTypes))).toEqual(
      IMEIS.flatMap((imei, at) => [imei, sameTypes[at]]),
    );
    const sameSerials = IMEIS.map((imei, at) => imeiOf(`3577${at}310`, Number(imei.slice(8, 14))));
    expect(await paidIn(beside('Zweite', sameSerials))).toHaveLength(12);
  });

  it('is one of IMEIs where the open table knows most of their types', async () => {
    const tacs = OTHERS.slice(0, 3).map((imei) => imei.slice(0, 8));
    expect(await paidIn(beside('Replacement', OTHERS), tacs)).toHaveLength(12);
    expect(await paidIn(beside('Replacement', OTHERS), tacs.slice(1))).toEqual(IMEIS);
  });

  it.each(['Replacement device', 'Neues Gerät', '新设备'])(
    'is one of IMEIs where it is %s',
    async (title) => {
      expect(await paidIn(beside(title, OTHERS))).toHaveLength(12);
    },
  );

  it('is left out unasked where it names something else', async () => {
    const { send, asked } = talk();
    (await send(beside('Order number', OTHERS))).expectNot('May be IMEIs');
    expect(asked()).toEqual(IMEIS);
  });

  it('is asked about in a sheet of its own as well, also without a title', async () => {
    const phones = sheet('Phones', [['IMEI'], ...IMEIS.map((imei) => [imei])]);
    const { send, asked } = talk();
    (
      await send(
        workbookOfSheets([
          sheet(
            'Seals',
            OTHERS.map((other) => [other, 'x']),
          ),
          phones,
        ]),
      )
    ).expect('A (6)', 'Without IMEIs, left out: Seals');
    (
      await send(workbookOfSheets([phones, sheet('Seals', [['Seal'], ...OTHERS.map((one) => [one])])]))
    ).expect('Seal (6)');
    expect(new Set(asked())).toEqual(new Set(IMEIS));
  });

  it('is told for each file of several', async () => {
    const { sendAll, asked } = talk();
    const files = [beside('Seal', OTHERS), csv([['IMEI'], [OTHERS[0] ?? '']])];
    const said = await sendAll(files.map((content, at) => ({ name: `${at}.csv`, content })));
    // What one of them calls IMEI is no more asked about.
    said.expect('Seal (5)');
    expect(asked()).toEqual([...IMEIS, OTHERS[0]]);
  });
});

describe('numbers that are counted by others than makers of phones', () => {
  it.each([
    ['below a title that says nothing', csv([['Name', 'Plombe'], ...SERIES.map((one) => ['x', one])])],
    ['without a title', SERIES.join('\n')],
  ])('are asked about %s', async (_, content) => {
    const { send, asked } = talk();
    (await send(content)).expect('Check 6 numbers?', 'not sure these are IMEIs');
    expect(asked()).toEqual([]);
  });

  it('are asked about beside phones where nothing has a title', async () => {
    const { send, asked } = talk();
    (await send(csv(IMEIS.map((imei, at) => [SERIES[at] ?? '', imei])))).expect('A (6)');
    expect(asked()).toEqual(IMEIS);
  });

  it('are IMEIs where the open table knows most of them', async () => {
    expect(
      await paidIn(
        SERIES.join('\n'),
        SERIES.map((one) => one.slice(0, 8)),
      ),
    ).toEqual(SERIES);
  });
});

describe('a number without a check digit among IMEIs that nothing calls so', () => {
  const bodies = OTHERS.slice(0, 3).map((other) => other.slice(0, 14));
  it('is asked about, unless it is of one of their types', async () => {
    const { send, asked } = talk();
    const rows = [...IMEIS.slice(0, 3), ...bodies].map((one) => [one, 'Bonn']);
    (await send(csv([['Item', 'Ort'], ...rows]))).expect('Item (3)');
    expect(asked()).toEqual(IMEIS.slice(0, 3));
    const sameType = imeiOf(TACS[0] ?? '', 5);
    expect(await paidIn([...IMEIS, sameType.slice(0, 14)].join('\n'))).toEqual([...IMEIS, sameType]);
    expect(await paidIn(['IMEI', ...IMEIS, bodies[0]].join('\n'))).toEqual([...IMEIS, OTHERS[0]]);
  });
});

describe('where some numbers have the name IMEI, one with another name', () => {
  const [a = '', b = ''] = IMEIS;
  const [other = '', more = ''] = OTHERS;
  it.each([
    ['JSON', JSON.stringify([a, b].map((imei) => ({ imei, seal: other, contractKey: more })))],
    ['lines of JSON', [a, b].map((imei) => JSON.stringify({ seal: Number(other), imei1: imei })).join('\n')],
    [
      'a property list',
      `<plist><array>\n${[a, b].map((imei) => `<dict>\n<key>IMEI</key>\n<string>${imei}</string>\n<key>Agreement</key>\n<string>${other}</string>\n</dict>`).join('\n')}\n</array></plist>`,
    ],
    [
      'members with names and values',
      JSON.stringify(
        [a, b].map((imei) => [
          { name: 'IMEI', value: imei },
          { name: 'Seal', value: other },
        ]),
        null,
        1,
      ),
    ],
    ['YAML', `- imei1: ${a}\n  seal: '${other}'\n- imei1: ${b}\n  seal: ${more}`],
    ['XML', `<a>\n<d imei="${a}" sealNo="${other}"/>\n<d imei="${b}" sealNo="${more}"/>\n</a>`],
    ['lines of a log', `imei=${a} sid=${other}\nimei=${b} sid=${more}`],
  ])('is asked about: %s', async (_, content) => {
    const { send, asked } = talk();
    (await send(content)).expect('May be IMEIs, not checked', other);
    expect(asked()).toEqual([a, b]);
  });

  it('is checked where the name is of the slot', async () => {
    expect(await paidIn(`IMEI: ${a}\nSIM 2: ${b}`)).toEqual([a, b]);
    expect(
      await paidIn(
        csv([
          ['IMEI', a],
          ['Slot 2', b],
        ]),
      ),
    ).toEqual([a, b]);
  });

  it('is left out unasked where the name is of something else, also behind an IMEI in its cell', async () => {
    const { send, asked } = talk();
    (
      await send(
        csv([
          ['IMEI', 'Ort'],
          [`${a} (RMA ${other})`, 'Bonn'],
          [`Order no. ${more} / ${b}`, 'Bonn'],
        ]),
      )
    ).expectNot('May be IMEIs');
    expect(asked()).toEqual([a, b]);
  });
});
