import { describe, expect, it } from 'vitest';
import { findImeis } from '../../src/imei/find.ts';
import { writeNumber } from '../../src/imei/findings.ts';
import { IMEI_NAME } from '../../src/imei/names/number-name.ts';
import { imeiFrom14 } from '../support/imeis.ts';
import { A, B, C, verdicts } from './verdicts.ts';

const A14 = A.slice(0, 14);
const NO_BODY = imeiFrom14('77001234567890');
const TEST_DEVICE = imeiFrom14('00440101542032');
/** Of a SIM, made up, with a check digit that is right by chance. */
const IMSI = '505011234567896';
const WRONG = `${A14}${(Number(A[14]) + 3) % 10}`;

type Cases = readonly (readonly [text: string, ...verdicts: readonly string[]])[];

function check(cases: Cases): void {
  it.each(cases)('%j', (text, ...expected) => {
    expect(verdicts(findImeis(text))).toEqual(expected);
  });
}

describe('numbers that are checked', () => {
  check([
    [A, 'A'],
    [` ${A}\n`, 'A'],
    [`${A} ${B}`, 'A', 'B'],
    [`1. ${A}\n2. ${B}`, 'A', 'B'],
    [`is ${A} really an iPhone 12?`, 'A'],
    [`For sale: iPhone 12, 256 GB, battery 87 %, IMEI ${A}, 450 €`, 'A'],
    [`my imei is ${A}, thanks`, 'A'],
    [`IMEI ${A.slice(0, 2)} ${A.slice(2, 8)} ${A.slice(8, 14)} ${A[14]}`, 'A'],
    [A14, 'A 14-digits'],
    [`IMEI: ${A14}`, 'A 14-digits'],
    [A.replace(/\B(?=(?:\d{3})+$)/g, ','), 'A'],
    [`${A},${B}`, 'A', 'B'],
    [`1,234,567,890,123,456,${A} 352,353`, 'A'],
    ['350,351,352,353,354,355,356,357,358,359'],
    [`${A14}78`, 'A imeisv'],
    [`IMEISV: ${A14}78`, 'A imeisv'],
    [`${A14.slice(0, 2)}-${A14.slice(2, 8)}-${A14.slice(8)}-78`, 'A imeisv'],
    [`Sean: ${A}\nMaria: ${B}`, 'A', 'B'],
    [`Jean: ${A}\nHeidi: ${B}\nRiccardo: ${C}`, 'A', 'B', 'C'],
    ...'Clean|Ordered|Tracker|phone|IMEI (satellite)|IMEI (Watch Series 9)|Unlocked IMEI|IMEI/ESN|IMEI_MEID_ESN|deviceImei|International Mobile Equipment Identity'
      .split('|')
      .map((name) => [`${name}: ${A}`, 'A'] as const),
    [`Device-ID=${A}`, 'A'],
    [`device_id=${A}&model=x`, 'A'],
  ]);
});

describe('slots', () => {
  check([
    [`IMEI1:${A}IMEI2:${B}`, 'A IMEI1', 'B IMEI2'],
    [`IMEI1${A}IMEI2${B}`, 'A IMEI1', 'B IMEI2'],
    [`IMEI 1: ${A}\nIMEI 2: ${B}`, 'A IMEI1', 'B IMEI2'],
    [`IMEI (slot 1) ${A}\nIMEI (slot 2) ${B}`, 'A IMEI1', 'B IMEI2'],
    [`IMEI SIM2: ${B}`, 'B IMEI2'],
    ['IMEI35 693803 564380 9', 'A'],
    [`IMEI1: ${A}, ${B}`, 'A IMEI1', 'B'],
    [`IMEI1: ${A},\n${B}`, 'A IMEI1', 'B'],
    [`IMEI1/IMEI2: ${A} / ${B}`, 'A', 'B'],
    [`IMEI\n${A}\nIMEI2\n${B}`, 'A', 'B IMEI2'],
  ]);
});

describe('numbers that are asked about', () => {
  check([
    [`Order no.: ${A}`, 'ask A Order no.'],
    [`Order#: ${A}`, 'ask A Order'],
    [`Order no.: ${A}\nIMEI: ${B}`, 'B', 'ask A Order no.'],
    [`Tracking number ${A}`, 'ask A Tracking number'],
    [`S/N: ${A}`, 'ask A S/N'],
    [`SN${A}`, 'ask A SN'],
    [`"orderId": "${A}"`, 'ask A orderId'],
    [`customer_account=${A}`, 'ask A customer_account'],
    [`Serial number\n${A}`, 'ask A Serial number'],
    [`My serial number is ${A}`, 'ask A My serial number is'],
    // The first name is that of the short number.
    [`Invoice no. 2026-4711   Order no. ${A}`, 'ask A Order no.'],
    [`Invoice A-1043 Order no. ${A}`, 'ask A Order no.'],
    [`Order (4711): ${A}`, 'ask A Order (4711)'],
    [`Ticket for 200 phones: ${A}`, 'ask A Ticket for 200 phones'],
    [`2026 Order no. ${A}`, 'ask A 2026 Order no.'],
    [
      `InternationalMobileSubscriberIdentity: ${IMSI}`,
      `ask ${IMSI} InternationalMobileSubscriberIdentity`,
    ],
    [`subscriberId: ${IMSI}`, `ask ${IMSI} subscriberId`],
    [`Subscriber ID: ${IMSI}`, `ask ${IMSI} Subscriber ID`],
    [`+CIMI: ${IMSI}`, `ask ${IMSI} CIMI`],
    [`IMEI: ${A}\nAT+CIMI\n${IMSI}`, 'A', `ask ${IMSI} AT+CIMI`],
    [`(21)${A}`, 'ask A (21)'],
    [`MEID: ${A14}`, 'ask A MEID'],
    [`Serial number\n${A14}`, 'ask A Serial number'],
    [`IMEI: ${A}\nMEID: ${A14}`, 'A'],
    [`order no. 20241121123456`],
    [NO_BODY, `ask ${NO_BODY} no-body`],
    [`IMEI ${NO_BODY}`, `ask ${NO_BODY} no-body`],
    [TEST_DEVICE, `ask ${TEST_DEVICE} test-device`],
    [`what is ${A14} about?`, 'ask A length'],
    [`what is ${A14}12 about?`, 'ask A length'],
    [`https://shop.example/?id=${A}`, 'ask A link'],
    [`www.shop.example/orders/${A}`, 'ask A link'],
    [`https://shop.example/?imei=${A}`, 'A'],
    [`[${A}](https://shop.example/?id=${B})`, 'A', 'ask B link'],
    // Also behind a parameter that is named IMEI.
    [`https://shop.example/?imei=${A}&page=30&ts=${B}&type=1`, 'A', 'ask B link'],
    [`https://shop.example/imei/${A}/calls/${B}`, 'A', 'ask B link'],
    // Also with only a sign between them.
    [`https://id.gs1.org/01/08806095299853/21/${A}`, 'ask A link'],
    [`https://chat.example/4915112345678/${A}`, 'ask A link'],
    [`www.shop.example/p/12345678901234-${A}.html`, 'ask A link'],
    [`https://shop.example/4915112345678 ${A}`, 'A'],
    [`https://shop.example/4915112345678|${A}`, 'A'],
    [`https://shop.example/?imei=${A}/${B}`, 'A', 'B'],
    [`https://shop.example/?imei=${A}&imei2=${B}`, 'A', 'B IMEI2'],
    [`https://shop.example/?imei=${A},${B}`, 'A', 'B'],
    [`https://shop.example/?imei=${A} sold:${B}`, 'A', 'B'],
    [`https://shop.example/?imei=${A};sold:${B}`, 'A', 'B'],
  ]);

  it('is checked where the text calls it an IMEI as well', () => {
    expect(verdicts(findImeis(`Order ${A}, IMEI ${A}`))).toEqual(['A']);
  });
});

describe('numbers that are invalid', () => {
  check([
    [WRONG, `invalid ${WRONG} check-digit`],
    [`my phone is ${WRONG}`, `invalid ${WRONG} check-digit`],
    [`order no. ${WRONG}`],
    [`order no. ${A14}78`],
    ['IMEI: 770012345678902', 'invalid 770012345678902 check-digit'],
    ['000000000000000', 'invalid 000000000000000 placeholder'],
    ['111111111111111', 'invalid 111111111111111 placeholder'],
    ['it shows 000000000000000 here', 'invalid 000000000000000 placeholder'],
    ['Order numbers:\n3512345678901234\n356938O35643809'],
    [`000${WRONG}`, `invalid 000${WRONG} too-long`],
    [`IMEI: ${A.slice(0, 13)}`, `invalid ${A.slice(0, 13)} too-short`],
    [A.slice(0, 11), `invalid ${A.slice(0, 11)} too-short`],
    [`${A}\n${B.slice(0, 13)}`, 'A', `invalid ${B.slice(0, 13)} too-short`],
    [`IMEI: ${B}123`, 'invalid B123 too-long'],
    ['35693803******2', 'invalid 35693803******2 hidden'],
    ['IMEI: 35-693803-••••••-2', 'invalid 35-693803-••••••-2 hidden'],
    ['35693803•••••••', 'invalid 35693803••••••• hidden'],
    ['3.52E+14', 'invalid 3.52E+14 cut-off'],
    [`3,5693e14 and ${A}`, 'A', 'invalid 3,5693e14 cut-off'],
    [`${A.slice(0, 6)}O${A.slice(7)}`, `invalid ${A.slice(0, 6)}O${A.slice(7)} letter`],
    ['35 6938O3 564380 9', 'invalid 35 6938O3 564380 9 letter'],
    ['IMEI: 35209900176148X', 'invalid IMEI: 35209900176148X letter'],
    ['is 35693803564380g blocked?', 'invalid 35693803564380g letter'],
    ['is З5693803564380g blocked?', 'invalid З5693803564380g letter'],
    [`${WRONG}\n35693803******2`, `invalid ${WRONG} check-digit`, 'invalid 35693803******2 hidden'],
    ...'A0000049D6A3B2 meid|268435460200912345 meid-decimal|8949020000123456789 iccid|R58M12ABCDE serial|DNPXJ1ABCD2Z serial|89049032123451234512345678901235 eid'
      .split('|')
      .map((invalid) => [invalid.split(' ')[0] ?? '', `invalid ${invalid}`] as const),
    ['MEID: A0000049D6A3B2', 'invalid MEID: A0000049D6A3B2 meid'],
    ['+49 170 1234567', 'invalid +49 170 1234567 phone'],
    ['IMEI 20241121123456', 'invalid 20241121123456 no-body'],
    ['12345678901234', 'invalid 12345678901234 no-body'],
  ]);

  it('has the digits of letters, the network’s form and the repairs with it', () => {
    const [letter] = findImeis(`${A.slice(0, 6)}O${A.slice(7)}`).invalid;
    expect(letter?.why).toMatchObject({ character: 'O', position: 7 });
    const [repaired] = findImeis(A.replace('0', 'O')).invalid;
    expect(repaired?.why).toMatchObject({ kind: 'letter', reading: { imei: A } });
    const [network] = findImeis(`${A14}0`).invalid;
    expect(network?.why).toMatchObject({ kind: 'check-digit', printed: '0', networkForm: A });
    const swapped = `${A.slice(0, 9)}${A[10]}${A[9]}${A.slice(11)}`;
    const known = (tac: string): boolean => tac === A.slice(0, 8);
    const [repairable] = findImeis(swapped, { known }).invalid;
    const ends = '5643809 8463809 5563809 5493809 5469809 5463109 5463869 5463802'.split(' ');
    expect(repairable?.why).toMatchObject({ repairs: ends.map((end) => A.slice(0, 8) + end) });
    expect(findImeis(swapped).invalid).toMatchObject([{ why: { repairs: [] } }]);
  });

  it('gives repairs to the first twenty only', () => {
    const known = (): boolean => true;
    const text = Array.from(
      { length: 30 },
      (_, index) => `35${String(index).padStart(12, '7')}5`,
    ).join('\n');
    const repaired = findImeis(text, { known }).invalid.filter(
      ({ why }) => why.kind === 'check-digit' && why.repairs.length > 0,
    );
    expect(repaired.length).toBeLessThanOrEqual(20);
  });
});

describe('numbers of something else', () => {
  check(
    [
      '',
      'hello',
      'IMEI x35 693803 564380 9 IMEI',
      'is 35693803564380gx blocked?',
      'ab35693803564380cd',
      '01.02.2024 03.04.2024',
      '2024-11-21 12:34:56',
      '10.0.0.1 10.0.0.2 10.0.0.3',
      'EAN 4006381333931',
      'GSM bands: 850 900 1800 1900',
      'call me: 0170 1234567',
    ].map((text) => [text] as const),
  );
  check([
    [`(01)08806095299853(21)R58M12ABCDE(8002)${A}`, 'A'],
    [`${A}\n+49 170 1234567`, 'A'],
    [`${A}\n4006381333931`, 'A'],
    [`${A} came with 8949020000123456789`, 'A'],
    [`ICCID: 8949020000123456789\nIMEI: ${A}`, 'A'],
    [`order 123456 of 2024-11-21: ${A}`, 'A'],
    ['+49 170 1234567 35 693803 564380 9', 'A'],
    ['012345 678 901 3569380 35643809 1234', 'A'],
  ]);
});

describe('what people copy', () => {
  check([
    [String.raw`\r\n${A}`, 'A'],
    [String.raw`IMEI\n${A}`, 'A'],
    [`IMEI:%0A${A}`, 'A'],
    [`imei%3D${A}%20x`, 'A'],
    [String.raw`IMEI:\u00a0${A}`, 'A'],
    [String.raw`\x22${A}\x22 \u0022${B}\u0022`, 'A', 'B'],
    [String.raw`IMEI\t${A}\x20${B}`, 'A', 'B'],
    [String.raw`${A}\u2068${B}`, 'A', 'B'],
    [`${A}_x000D_\n${B}^M\n`, 'A', 'B'],
    [`\u001b[32mIMEI\u001b[0m: \u001b[1;31m${A}\u001b[0m`, 'A'],
    [JSON.stringify(JSON.stringify({ imei: A, imsi: IMSI })), 'A', `ask ${IMSI} imsi`],
    [JSON.stringify({ deviceId: A, subscriberId: IMSI }), 'A', `ask ${IMSI} subscriberId`],
    [
      `<key>IMEI</key>\n\t<string>${A}</string>\n<key>SerialNumber</key><string>${B}</string>`,
      'A',
      'ask B SerialNumber',
    ],
    [`InternationalMobileEquipmentIdentity: ${A}\nCertID: 7823456712\n`, 'A'],
    [`  3GPP     |                 imei: ${A}\n           | enabled locks: sim`, 'A'],
    [`AT+CGSN\r\r\n${A}\r\n\r\nOK\r\n`, 'A'],
    [` imei            | note\n-----------------+------\n ${A} | x\n ${B} | y\n(2 rows)`, 'A', 'B'],
    [`| order_no        |\n+-----------------+\n| ${A} |`, 'ask A order_no'],
    ...[
      ` order   | imei    | note\n---------+---------+------\n ${A} | ${B} | x\n ${C} | ${B} | y\n(2 rows)`,
      `| order | imei |\n|---|---|\n| ${A} | ${B} |\n| ${C} | ${B} |`,
      `no.\torder\timei\n1\t${A}\t${B}\n2\t${C}\t${B}`,
      `NAME     order              IMEI\nMax M.   ${A}    ${B}\nAnn      ${C}    ${B}`,
    ].map((table) => [table, 'B', 'ask A order', 'ask C order'] as const),
    [`order | paid\nIMEI ${A} | IMEI ${B}`, 'A', 'B'],
    [`| Name | Value | Note |\n| IMEI | ${A} | ok |\n| Order | ${B} | x |`, 'A', 'ask B Order'],
    [`device:\n  imei: "${A}"\n  iccid: "8949020000123456789"`, 'A'],
    [`[ro.ril.oem.imei1]: [${A}]\n[ro.ril.oem.sno]: [0x1]`, 'A IMEI1'],
    [`> Hello,\n> my IMEI is 35 693803\n> 564380 ${A[14]} and so on`, 'A'],
    [`my numbers\n> 35 693803\n> 564380 ${WRONG[14]}`],
    [`<td>IMEI</td><td>${A}</td><td>Order</td><td>${B}</td>`, 'A', 'ask B Order'],
    [`"${A}";"${B}"`, 'A', 'B'],
    [
      `      imei       |      imsi      \n-----------------+------\n ${A} | ${IMSI}`,
      'A',
      `ask ${IMSI} imsi`,
    ],
    [`-[ RECORD 1 ]---\nimei | ${A}\nimsi | ${IMSI}`, 'A', `ask ${IMSI} imsi`],
    [`┌───┬───┐\n│ order │ imei │\n├───┼───┤\n│ ${A} │ ${B} │\n└───┴───┘`, 'B', 'ask A order'],
    [`Order no,IMEI\n${A},${B}\n${C},${B}`, 'B', 'ask A Order no', 'ask C Order no'],
    [`IMEI;IMSI\n${A};${IMSI}`, 'A', `ask ${IMSI} IMSI`],
    [`IMEI,${A}\nIMSI,${IMSI}`, 'A', `ask ${IMSI} IMSI`],
    [`Hello, my phones are\n${A}, and ${B}`, 'A', 'B'],
    [`IMEI：${A}，${B}`, 'A', 'B'],
    [`${A}.0\n${B}.0`, 'A', 'B'],
  ]);
});

describe('findings', () => {
  it('have each number once, with its surest verdict', () => {
    const { sure, unsure, repeats } = findImeis(
      `Order ${A}\n${B}\nIMEI ${A}\n${A}\n${A}\n${WRONG}\n${WRONG}`,
    );
    expect(sure.map(({ imei, line }) => [imei, line])).toEqual([
      [A, 3],
      [B, 2],
    ]);
    expect(unsure).toEqual([]);
    expect(repeats).toEqual([
      { line: 1, imei: A },
      { line: 4, imei: A },
      { line: 5, imei: A },
    ]);
  });

  it('count lines as they are written', () => {
    const lines = (text: string) => findImeis(text).sure.map(({ line }) => line);
    expect(lines(`\r\n\r\n${A}\r\n${B}`)).toEqual([3, 4]);
    expect(lines(`> a\n> ${A}\n> ${B}`)).toEqual([2, 3]);
    const { invalid } = findImeis('\n3.52E+14\n35693803******2 3.53E+14\n\n35-693803-••••••-2');
    expect(invalid.map(({ line }) => line)).toEqual([2, 3, 3, 5]);
  });

  it('have a warning for well-known numbers', () => {
    expect(findImeis('490154203237518').sure).toMatchObject([{ warning: 'sample' }]);
    expect(findImeis('004999010640000').unsure).toMatchObject([{ warning: 'lost' }]);
  });

  it('have no limit', () => {
    const all = Array.from({ length: 5_000 }, (_, index) =>
      imeiFrom14(`35${100_000_000_000 + index}`),
    );
    expect(findImeis(all.join(' ')).sure.map(({ imei }) => imei)).toEqual(all);
    expect(findImeis(all.map((imei) => `order ${imei}`).join('\n')).unsure).toHaveLength(5_000);
    expect(findImeis(all.map((imei) => `${imei.slice(0, 14)}x`).join('\n')).sure).toEqual([]);
    const wrong = all.map((imei) => `${imei.slice(0, 14)}${(Number(imei[14]) + 1) % 10}`);
    expect(findImeis(wrong.join('\n')).invalid).toHaveLength(5_000);
  });

  it('of a field for IMEIs need no name and no line of their own', () => {
    const meant = (text: string) => verdicts(findImeis(text, { fieldName: IMEI_NAME }));
    expect(meant(`x ${A14} y`)).toEqual(['A 14-digits']);
    expect(meant(`Order ${A}`)).toEqual(['ask A Order']);
    expect(meant(`${A} (AliExpress 3012345678901234)`)).toEqual(['A']);
    expect(meant(`${A[0]}.${A.slice(1)}E+14`)).toEqual(['A']);
    expect(meant(A.slice(0, 13))).toEqual([`invalid ${A.slice(0, 13)} too-short`]);
  });
});

it.each([A, `IMEI1: ${A}`, `SIM 2 ${A}`, `IMEISV: ${A14}78`, A14, `Order no.: ${A}`])(
  'an IMEI is written so that it is found again, in its slot: %s',
  (text) => {
    const { sure, unsure } = findImeis(text);
    for (const { imei, simSlot } of [...sure, ...unsure]) {
      const again = findImeis(writeNumber({ imei, simSlot })).sure;
      expect(again).toMatchObject([{ imei: A, simSlot }]);
    }
    expect(sure.length + unsure.length).toBe(1);
  },
);
