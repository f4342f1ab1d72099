import { describe, expect, it } from 'vitest';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';
import { rowOf, workbookOfSheets } from '../support/files/tables.ts';
import { tablesAtOnce } from '../support/files/tables-at-once.ts';
import { imeiOf } from '../support/imeis.ts';

const TAC = '35209900';
const IMEIS = [100, 101, 102].map((serial) => imeiOf(TAC, serial));
const BODIES = IMEIS.map((imei) => imei.slice(0, 14));
/** IMEIs of old phones, whose leading zero a spreadsheet has left out. */
const WITHOUT_ZERO = [77, 78, 79].map((serial) => imeiOf('01161200', serial).slice(1));

async function sent(content: string | Uint8Array, ...tacs: readonly string[]) {
  const checker = scriptedChecker(() => answers.found(basic()), 60_000);
  const tables = tablesAtOnce(Uint32Array.from(tacs, Number));
  const said = await conversation({ needs: { checker, tables } }).send({ name: 'list.csv', content });
  return { said, asked: checker.asked.map(({ imei }) => imei) };
}

describe('numbers that no check digit proves and no title calls IMEIs', () => {
  it.each([
    ['14 digits', BODIES.join('\n')],
    ['16 digits', BODIES.map((body) => `${body}05`).join('\n')],
    ['14 digits beside other things', BODIES.map((body) => `${body};Bonn`).join('\n')],
    ['16 digits of which one is a number of American Express', [...BODIES, '378282246310005'].join('\n')],
    ['14 digits that fit with a zero before them, but one only', `Id;Total\n${WITHOUT_ZERO[0]};5`],
    ['14 digits, of which one fits with a zero before it', `10${BODIES[0]?.slice(2)}\n${WITHOUT_ZERO[0]}`],
  ])('are asked about, although they begin as those of phones do: %s', async (_, content) => {
    const { said, asked } = await sent(content);
    said.expect('Check', 'not sure these are IMEIs');
    expect(asked).toEqual([]);
  });

  it.each(['10', '44', '50'])(
    'are asked about also where one or two of 15 digits fit that begin with %s, as those of phones do not today',
    async (first) => {
      const ids = [imeiOf(`${first}209833`, 64_821), imeiOf(`${first}460331`, 986_413)];
      const { said, asked } = await sent(`Lead;Platform ID\nx;${ids[0]}\ny;${ids[1]}\n`);
      said.expect(
        'Check 2 numbers?',
        'not sure these are IMEIs',
        'May be IMEIs: 2',
        'Costs at most: 2 checks',
      );
      expect(asked).toEqual([]);
      expect((await sent(`Lead;IMEI\nx;${ids[0]}\n`)).asked).toEqual([ids[0]]);
      const more = [...ids, imeiOf(`${first}555111`, 7)];
      expect((await sent(`Lead;Device\n${more.map((id) => `x;${id}`).join('\n')}`)).asked).toEqual(more);
    },
  );

  it('are IMEIs where the open table knows the types of most', async () => {
    expect((await sent(BODIES.join('\n'), TAC)).asked).toEqual(IMEIS);
    const others = ['35000012345601', '35000012345602', '35000012345603', '35000012345604'];
    expect((await sent([...BODIES, ...others].join('\n'), TAC)).asked).toEqual([]);
  });

  it('are IMEIs where their cells say so, or a zero before three of them has a check digit to prove it', async () => {
    expect((await sent(BODIES.map((body) => `IMEI ${body}`).join('\n'))).asked).toEqual(IMEIS);
    const { asked } = await sent(WITHOUT_ZERO.join('\n'));
    expect(asked).toEqual(WITHOUT_ZERO.map((rest) => `0${rest}`));
  });

  it('are left out as a sheet beside one of IMEIs', async () => {
    const orders = BODIES.map((body) => rowOf([body, 'x'])).join('');
    const phones = [rowOf(['IMEI', 'Name']), ...IMEIS.map((imei) => rowOf([imei, 'ann']))].join('');
    const book = workbookOfSheets([
      { name: 'Orders', rows: orders.replaceAll('352099', '357111') },
      { name: 'Phones', rows: phones },
    ]);
    const { said, asked } = await sent(book);
    said.expect('Without IMEIs, left out: Orders');
    expect(asked).toEqual(IMEIS);
  });
});
