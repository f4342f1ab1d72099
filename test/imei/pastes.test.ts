import { describe, expect, it } from 'vitest';
import { findImeis } from '../../src/imei/find/find.ts';

const A = '490154203237518';
const B = '352099001761481';
const C = '356938035643809';

/** `+` what is answered, with the slot and software version that were given; `!` what is told; `''` silence. */
function read(text: string): string {
  const { found, problems, duplicates } = findImeis(text);
  return [
    ...found.map(({ imei, from, label, softwareVersion }) =>
      [`+${imei}`, from === 'imei' ? [] : from, label ?? [], softwareVersion ?? []].flat().join(' '),
    ),
    ...problems.map(({ problem }) => `!${problem.kind}${'what' in problem ? ` ${problem.what}` : ''}`),
    ...(duplicates > 0 ? [`twice ${duplicates}`] : []),
  ].join(', ');
}

describe('what people paste', () => {
  it.each([
    [
      'the screen of *#06#',
      `IMEI1: 35-209900-176148-1 / 04\nIMEI2: 35-693803-564380-9 / 04`,
      `+${B} IMEI1 04, +${C} IMEI2 04`,
    ],
    ['a label in brackets', `IMEI (sim slot 2) ${B}`, `+${B} IMEI2`],
    ['a slot before 14 digits, which are not 15', 'IMEI 1 35209900176148', `+${B} 14-digits IMEI1`],
    ['slots without the word IMEI', `SIM 1: ${A}\nSIM 2: ${B}`, `+${A} IMEI1, +${B} IMEI2`],
    ['labels and numbers without spaces', `IMEI:${A}IMEI2:${B}`, `+${A}, +${B} IMEI2`],
    [
      'an about screen, with labels above the numbers',
      `IMEI\n35 209900 176148 1\nIMEI2\n35 693803 564380 9\nEID\n89049032123451234512345678901235\nMEID\n35209900176148\nICCID\n8944110068012345678`,
      `+${B}, +${C} IMEI2`,
    ],
    ['the label of a box', `IMEI/MEID: ${B} S/N: R58M12ABCDE`, `+${B}`],
    ['a cell of a data frame', `${A}.0`, `+${A}`],
    ['JSON with an address before', `{"url":"https://x.y/1","imei":"${A}"}`, `+${A}`],
    ['a table with a header', `brand,tel\n${A},2025550143`, `+${A}`],
    ['digits as emoji', '4️⃣9️⃣0️⃣1️⃣5️⃣4️⃣2️⃣0️⃣3️⃣2️⃣3️⃣7️⃣5️⃣1️⃣8️⃣', `+${A}`],
    ['a full-width label', 'ＩＭＥＩ：３５－２０９９００－１７６１４８－１', `+${B}`],
    ['the URN of RFC 7254, with its spare digit', 'urn:gsma:imei:35209900-176148-0', '!check-digit'],
    ['a check digit on its own', '35209900176148 1', `+${B}`],
    ['a phone number before it', `+1 202 555 0143 ${B}`, `+${B}`],
    ['a labelled phone number before it', `tel 2025550143 ${B}`, `+${B}`],
    ['a numbered list without spaces', `1.${A}\n2.${B}`, `+${A}, +${B}`],
    ['two with a slash, two with a dash', `${A}/${B}-${C}`, `+${A}, +${B}, +${C}`],
  ])('%s', (_what, text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('what was meant as an IMEI and is none', () => {
  it.each([
    ['check 4901542032375 please', '!too-short'],
    [`12-${A}-99 is it`, '!too-long'],
    ['49-015420-323751-B', '!letter'],
    ['IMEI: 35209900176148X', '!letter'],
    ['my sim is 8944110068012345678', '!looks-like iccid'],
    ['89049032 12345123 45123456 78901235', '!looks-like eid'],
    ['A0000012345678', '!looks-like meid'],
    ['270113177609606898', '!looks-like meid-decimal'],
    ['F2LXJ0ABCDEF', '!looks-like apple-serial'],
    ['00491701234567', '!looks-like phone'],
    ['004917012345674', '!looks-like phone'],
    ['(202) 555-0143', '!looks-like phone'],
    ['+1 202 555 0143 +44 20 7946 0958', '!looks-like phone, !looks-like phone'],
    ['5551234 5554321', '!looks-like phone'],
    ['2025550143 2025550199', '!looks-like phone'],
    [`Hello,\nmy IMEI is\n4901542032375\nthanks\n+49 170 1234567`, '!too-short'],
  ])('%s: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('what is something else is left alone', () => {
  it.each([
    ['a parameter at the beginning of a query', `id=${A}&x=1`],
    ['a parameter that ends in imei', `https://a.example/?myimei=${A}`],
    ['an address without a scheme', `a.example/x/${A}`],
    ['a handle', `@${A}`],
    ['a fraction', `0.${A}`],
    ['a fraction without a check digit', '3.141592653589793'],
    ['a date', '2024-11-21'],
    [
      'a day and a time in one run, day first',
      'the log says 21112024123456 and then nothing more happened there',
    ],
    ['a day and a time as ISO 8601 writes it', '20241121T123456'],
    ['a phone number with 00 in prose', 'ruf mich unter 004917012345674 an wenn du da bist heute abend'],
    ['two phone numbers of 14 digits', 'call 22334455 123456 for help with that thing of yours'],
    ['an order number of 14 digits', '72345678901234 is the order that I placed here yesterday morning'],
    ['sizes', 'sizes 100 200 300 400 505 are available in this shop of ours'],
    ['an account number', 'DE89370400440532013000'],
    ['the address of a computer', '192.168.100.200 10.0.0.1 port 8080'],
    ['coordinates', '52.520008, 13.404954'],
    ['a UUID', 'UUID 550e8400-e29b-41d4-a716-446655440000'],
  ])('%s', (_what, text) => {
    expect(read(text)).toBe('');
  });
});
