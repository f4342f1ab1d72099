import { describe, expect, it } from 'vitest';
import { answers, basic } from '../support/checks/answers.ts';
import { scriptedChecker } from '../support/checks/scripted-checker.ts';
import { conversation } from '../support/conversation.ts';
import { encoded } from '../support/files/tables.ts';
import { imeiOf } from '../support/imeis.ts';

const A = imeiOf('35209900', 101);
/** It ends with a zero. */
const B = imeiOf('35209900', 102);
const C = imeiOf('35209900', 103);
const BOTH = [A, B];

async function sent(name: string, content: string | Uint8Array) {
  const checker = scriptedChecker(() => answers.found(basic()), 60_000);
  const said = await conversation({ services: { checker } }).send({ name, content });
  return { said, asked: checker.calls.map(({ imei }) => imei) };
}

const spaced = (imei: string) => imei.replace(/^(\d\d)(\d{6})(\d{6})/, '$1 $2 $3 ');
/**
 * In the forms of programs that manage phones: their titles, quotes and neighbours, with made-up
 * numbers.
 */
const EXPORTS: readonly (readonly [string, string | Uint8Array, readonly string[]])[] = [
  [
    'Intune',
    encoded(
      `"Device ID","Device name","Serial number","IMEI","MEID","Phone number","ICCID","EID"\r\n${BOTH.map(
        (imei, index) =>
          `"6f1c2a${index}0-1111-4222-8333-444455556666","ann_iPhone","F2LX${index}AAAAJC","${spaced(imei)}","${imei.slice(0, 14)}","+4915112345${index}78","8949020000123456${index}89","8904903200400888260001234567890${index}"\r\n`,
      ).join('')}`,
      'utf8',
      '\uFEFF',
    ),
    BOTH,
  ],
  [
    'Jamf',
    `Display Name,Model,IMEI,IMEI2,MEID,ICCID\niPad,iPad,${spaced(A)},${spaced(C)},,8949 0200 0012 3456 7890\niPad 2,iPad,${spaced(B)},,,\n`,
    [A, C, B],
  ],
  [
    'Knox',
    `IMEI/MEID,Model,Submitted on\n="${A}",SM-G991B,2026-01-01\n="${B}",SM-G991B,2026-01-02\n`,
    BOTH,
  ],
  [
    'MobileIron',
    `User;Current Phone Number;IMEI;ICCID\nu1;+4915112345678;${A};89490200001234567890\nu2;+4915112345679;${B};89490200001234567891\n`,
    BOTH,
  ],
  ['Workspace ONE', `"Friendly Name","IMEI/MEID"\n"x","'${A}"\n"y","'${B}"\n`, BOTH],
  ['Google, with two in a cell', `Device Id,IMEI/MEID,Model\nx,"${A};${B}",Pixel\n`, BOTH],
  ['zero-touch', `modemtype,modemid,serial\nIMEI,${A},\nIMEI,${B},\n`, BOTH],
  [
    'JSON',
    JSON.stringify({ value: BOTH.map((imei) => ({ id: 'x', imei, phone: '4915112345678' })) }),
    BOTH,
  ],
];

describe('a list as it is exported by', () => {
  it.each(EXPORTS)(
    '%s is read whole, and nothing else of it is checked',
    async (_, content, imeis) => {
      expect((await sent('export.csv', content)).asked).toEqual(imeis);
    },
  );
});
