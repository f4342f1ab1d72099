import { describe, expect, it } from 'vitest';
import { findImeis } from '../../src/imei/find.ts';
import { A, B, verdicts } from './verdicts.ts';

type Cases = readonly (readonly [text: string, ...verdicts: readonly string[]])[];

function cases(table: Cases): void {
  it.each(table)('%j', (text, ...expected) => {
    expect(verdicts(findImeis(text))).toEqual(expected);
  });
}

describe('groups are one number', () => {
  cases([
    // With one separator between all of them, whatever their sizes.
    ['35 69 38 03 56 43 80 9', 'A'],
    ['356-93803-5643809', 'A'],
    ['3569.3803.564380.9', 'A'],
    ['356.938.035.643.809', 'A'],
    // In a printed form, with any separators.
    ['35-693803 564380/9', 'A'],
    // Across a line end within a mail, a cell, a vCard or after a label.
    ['> my IMEI is 35 693803\n> 564380 9 and so on', 'A'],
    ['imei=35693803=\n5643809', 'A'],
    ['NOTE:IMEI 35693803\n 5643809', 'A'],
    ['IMEI: 35693803\n5643809', 'A'],
    [`${B}\nIMEI: 3569380356\n43809`, 'B', 'A'],
    // As spreadsheets write thousands.
    ['356,938,035,643,809', 'A'],
    ['356,938,035,643,809.00', 'A'],
    ['356’938’035’643’809', 'A'],
    ["356'938'035'643'809", 'A'],
    ['IMEI 35,69,38,03,56,43,809', 'A'],
    ['IMEI 356,938,035,643,809.', 'A'],
    ['It is 356,938,035,643,809. Thank you', 'A'],
    ["IMEI: '356,938,035,643,809'", 'A'],
    ['Nokia,356,938,035,643,809', 'A'],
    // In the boxes of a form.
    ['IMEI |3|5|6|9|3|8|0|3|5|6|4|3|8|0|9|', 'A'],
    ['IMEI: [3][5][6][9][3][8][0][3][5][6][4][3][8][0][9]', 'A'],
    ['IMEI1:3|5|6|9|3|8|0|3|5|6|4|3|8|0|9', 'A IMEI1'],
    ['3 | 5 | 6 | 9 | 3 | 8 | 0 | 3 | 5 | 6 | 4 | 3 | 8 | 0 | 9', 'A'],
    ['IMEI: 3,5,6,9,3,8,0,3,5,6,4,3,8,0,9', 'A'],
    // In a printed form, with any sign that is the same everywhere.
    ['35·693803·564380·9', 'A'],
    ['IMEI: 35:693803:564380:9', 'A'],
    ['35|693803|564380|9', 'A'],
    ['35,693803,564380,9', 'A'],
    [String.raw`35693803\564380\9`, 'A'],
    ['356938 | 03 | 564380 | 9', 'A'],
    ['1. 35·693803·564380·9', 'A'],
    ['2, 35;693803;564380;9', 'A'],
    ['2x, 35, 693803, 564380, 9', 'A'],
    // But in other forms these signs are between the numbers of a list, or of a row.
    ['356, 938, 035, 643, 809'],
    ['35693,80356,43809'],
    ['35, 69, 38, 03, 56, 43, 80, 9'],
    ['35693803,5643809'],
    ['35693803:5643809'],
    ['35|693803;564380|9'],
    // Nor as a part of a longer number.
    ['0.356,938,035,643,809'],
    ['3|5|6|9|3|8|0|3|5|6|4|3|8|0|9|1'],
    ['1|3|5|6|9|3|8|0|3|5|6|4|3|8|0|9'],
    ['356,938,035,643,809.5'],
    ['35:693803:564380:9:1'],
    ['1|35|693803|564380|9'],
    // Nor in an unknown form with several separators, or if no phone begins with these digits.
    ['35-6938 035643 809'],
    ['770 0123 4567 8901'],
  ]);
});

describe('a printed form needs no right check digit', () => {
  const WRONG = 'check-digit';
  cases([
    ['35-693803-564380-2', `invalid 35-693803-564380-2 ${WRONG}`],
    ['35693803 564380 2', `invalid 35693803 564380 2 ${WRONG}`],
    ['356938-03-564380-2', `invalid 356938-03-564380-2 ${WRONG}`],
    ['35693803564380 2', `invalid 35693803564380 2 ${WRONG}`],
    ['35693803 5643802', `invalid 35693803 5643802 ${WRONG}`],
    ['35693 80356 43802', `invalid 35693 80356 43802 ${WRONG}`],
    ['356 938 035 643 802', `invalid 356 938 035 643 802 ${WRONG}`],
    ['3569 3803 5643 802', `invalid 3569 3803 5643 802 ${WRONG}`],
    ['356938 035643 802', `invalid 356938 035643 802 ${WRONG}`],
    ['35 69 38 03 56 43 80 2', `invalid 35 69 38 03 56 43 80 2 ${WRONG}`],
    // Without a check digit, and with a software version.
    ['35-693803-564380', 'A 14-digits'],
    ['35693803 564380', 'A 14-digits'],
    ['356938-03-564380', 'A 14-digits'],
    ['35-693803-564380-78', 'A imeisv'],
    ['35693803 564380 78', 'A imeisv'],
    ['356938-03-564380-78', 'A imeisv'],
    // An ICCID in fours is none.
    ['8949 0200 0012 3456 789', 'invalid 8949 0200 0012 3456 789 iccid'],
  ]);
});

describe('a number', () => {
  cases([
    // Behind a plus is a phone's, and a number in a list is alone on its line.
    ['+491701234567', 'invalid +491701234567 phone'],
    ['1. 35693803564380', 'A 14-digits'],
    ['12) 35693803564380', 'A 14-digits'],
    ['123) 35693803564380', 'ask A length'],
    // Between its groups are up to five characters.
    ['35  -  693803  -  564380  -  2', 'invalid 35  -  693803  -  564380  -  2 check-digit'],
  ]);
});

describe('groups are different numbers', () => {
  // Each of these has a right check digit if its groups are joined.
  const joined: Cases = [
    ['10/28/2026 4812346 screen repair'],
    ['01.10.2026 4812347 battery'],
    ['2026-10-30 4812344'],
    ['Tél. 01 99 00 12 33 - 75008 Paris'],
    ['Tel 33 3123 4562 - 44100 Guadalajara'],
    ['Tel: 01 9900 1233 / 75008'],
    ['NV550: 08 3A 35 19 08 25 01 07 36'],
  ];
  cases(joined);

  it('also next to an IMEI', () => {
    const found = joined.map(([text]) => verdicts(findImeis(`${text}\nIMEI ${A}`)));
    expect(found).toEqual(joined.map(() => ['A']));
  });
});

describe('groups that are called IMEI are in the reply if they are not an IMEI', () => {
  cases([
    ['IMEI: 35-693803-56438-9', 'invalid 35-693803-56438-9 too-short'],
    ['my imei is 35-693803-56438-9', 'invalid 35-693803-56438-9 too-short'],
    ['IMEI: 35-69380-3564380-2', 'invalid 35-69380-3564380-2 check-digit'],
    ['IMEI: 35-693803-1000013-2', 'invalid 35-693803-1000013-2 too-long'],
    [`IMEIs:\n356938O356438\n${B}`, 'B', 'invalid 356938O356438 too-short'],
    ['IMEI 356.938.035643802', 'invalid 356.938.035643802 check-digit'],
    ['IMEI: 3 5 6 9 3 8 0 3 5 6 4 3 8 0 2', 'invalid 3 5 6 9 3 8 0 3 5 6 4 3 8 0 2 check-digit'],
    ['IMEI |3|5|6|9|3|8|0|3|5|6|4|3|8|0|2|', 'invalid 3|5|6|9|3|8|0|3|5|6|4|3|8|0|2 check-digit'],
    [`IMEIs: 35-693803-56438-9, ${B}`, 'B', 'invalid 35-693803-56438-9 too-short'],
    [`IMEIs:\n35-693803-56438-9\n${B}`, 'B', 'invalid 35-693803-56438-9 too-short'],
    [`IMEI;35-693803-56438-9;${B}`, 'B', 'invalid 35-693803-56438-9 too-short'],
    ['NV 550 IMEI: 08 3A 35 19 08 25 01 07 36', 'invalid 35 19 08 25 01 07 36 too-short'],
    // Without the name, they may be anything.
    ['call 0049 170 1234567'],
  ]);
});

describe('what scanners and programs add to a number', () => {
  cases([
    [`]C1${A}`, 'A'],
    [`]C1${A}\n]C1${B}`, 'A', 'B'],
    [`C1${A}`, 'A'],
    [`IMEI: ]d2${A}`, 'A'],
    [`]C1(8002)${A}`, 'A'],
    [`]C18002${A}`, 'A'],
    // Labels for Zebra printers: pairs of digits, and then a single one.
    [`^FD>;${A.slice(0, 14)}>6${A[14]}^FS`, 'A'],
    [`${A}>60`, 'A'],
    [`^FD>;${A}^FS\n^FD>:${B.slice(0, 14)}>6${B[14]}^FS`, 'A', 'B'],
    ['③⑤⑥⑨③⑧⓪③⑤⑥④③⑧⓪⑨', 'A'],
    ['❸❺❻❾❸❽⓿❸❺❻❹❸❽⓿❾', 'A'],
    ['➂➄➅➈➂➇🄋➂➄➅➃➂➇🄋➈', 'A'],
    ['urn:gsma:imei:35693803-564380-0', 'A 14-digits'],
    ['+sip.instance="<urn:gsma:imei:35693803-564380-0>"', 'A 14-digits'],
    [`urn:gsma:imei:${A}`, 'A'],
    // SAP pads a serial number to 18 digits.
    [`000${A}`, 'ask A length'],
    [`000${A}\n000${B}`, 'ask A length', 'ask B length'],
    [`Serial number: 000${A}`, 'ask A Serial number'],
    [`IMEI 000${A}`, 'A'],
    [`IMEI: ${A}01`, 'invalid A01 too-long'],
  ]);
});

describe('16 digits in fours', () => {
  cases([
    ['IMEISV: 3569 3803 5643 8078', 'A imeisv'],
    ['IMEI SV 3569-3803-5643-8078', 'A imeisv'],
    // A mistyped payment card has the same form.
    ['3569 3803 5643 8078'],
    ['IMEISV: 3569 3803 5643 8070', 'invalid ••••••••••••8070 card'],
  ]);
});
