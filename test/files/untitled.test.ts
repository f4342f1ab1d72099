import { describe, expect, it } from 'vitest';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';
import { tablesAtOnce } from '../support/files/tables-at-once.ts';
import { imeiOf } from '../support/imeis.ts';

/** Phones of four types. */
const IMEIS = ['35316609', '35891910', '86912305', '35544818'].map((tac, at) =>
  imeiOf(tac, 412_007 + at * 53_881),
);
/** Numbers of four other types, each with the check digit of an IMEI. */
const OTHERS = ['35041550', '35873121', '35260482', '35717402'].map((tac, at) =>
  imeiOf(tac, 101_733 + at * 79_011),
);

async function sent(columns: readonly (readonly string[])[], tacs: readonly string[] = []) {
  const rows = (columns[0] ?? []).map((_, row) => columns.map((column) => column[row] ?? '').join(';'));
  const checker = scriptedChecker(() => answers.found(basic()), 60_000);
  const tables = tablesAtOnce(Uint32Array.from(tacs, Number).sort());
  const content = rows.join('\n');
  const said = await conversation({ needs: { checker, tables } }).send({ name: 'list.csv', content });
  return { said, asked: checker.asked.map(({ imei }) => imei) };
}

describe('the second of two columns of numbers without titles', () => {
  it('is asked about where it has nothing in common with the first', async () => {
    const { said, asked } = await sent([IMEIS, OTHERS]);

    said.expect('All 4 found', 'May be IMEIs, not checked', `B (4): ${OTHERS[0]}`);
    expect(asked).toEqual(IMEIS);
    expect((await sent([IMEIS, OTHERS], ['35000000'])).asked).toEqual(IMEIS);
  });

  it.each([
    ['is of the same phones', IMEIS.map((imei) => imeiOf(imei.slice(0, 8), 7))],
    ['has their serial numbers', IMEIS.map((imei, at) => imeiOf(`3577${at}310`, Number(imei.slice(8, 14))))],
    ['has one type twice', [...OTHERS.slice(0, 3), imeiOf('35041550', 9)]],
    ['has too few to tell', OTHERS.slice(0, 2)],
  ])('is checked where it %s', async (_, second) => {
    const { asked } = await sent([IMEIS, second]);

    expect(new Set(asked)).toEqual(new Set([...IMEIS, ...second]));
  });

  it('is checked where the open TAC table knows as many of its types as of the first, which may be few of the newest', async () => {
    const { asked } = await sent([IMEIS, OTHERS], ['35316609', '35041550']);

    expect(new Set(asked)).toEqual(new Set([...IMEIS, ...OTHERS]));
  });

  it('is asked about where the open TAC table knows some of the first, and one of its types by chance', async () => {
    const more = (tac: string, from: number) => [1, 2, 3, 4].map((at) => imeiOf(`${tac}${at}0`, from + at));
    const first = [...IMEIS, ...more('357310', 5_100), ...more('357710', 6_300)];
    const second = [...OTHERS, ...more('354610', 7_700), ...more('352210', 8_900)];
    const tacs = [...first.slice(0, 3).map((imei) => imei.slice(0, 8)), '35041550'];

    expect(new Set((await sent([first, second], tacs.sort())).asked)).toEqual(new Set(first));
  });

  it('is checked where there are three of them, as people fill a page', async () => {
    const third = OTHERS.map((_, at) => imeiOf(`8600${at}310`, 55_511));

    expect((await sent([IMEIS, OTHERS, third])).asked).toHaveLength(12);
  });
});
