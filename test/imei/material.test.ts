import { describe } from 'vitest';
import { nameCases as cases } from './name-cases.ts';

/** What people copy from elsewhere, as they copy it; only the numbers are made up. */
describe('the outputs of phones and modems', () => {
  cases([
    ['Phone Subscriber Info:\n  Phone Type = GSM\n  Device ID = $A', 'A', ''],
    [
      '[gsm.sim.operator.numeric]: [50501]\n[persist.radio.imei]: [$A]\n[persist.radio.imsi]: [$X]',
      'A',
      'X',
    ],
    ['[gsm.imei]: [$A,$B]', 'A B', ''],
    [
      "  0x00000000: 00000000 0000000f 00350033 00390036 '........3.5.6.9.'\n  0x00000010: 00380033 00330030 00360035 00330034 '3.8.0.3.5.6.4.3.'",
      '',
      '',
    ],
    ['*#06#\nIMEI1: $A / 01\nIMEI2: $B / 01\nMEID: A0000049D6A3B2', 'A B', ''],
    ['IMEI: $A SV: 78', 'A', ''],
    [
      '  Hardware |                model: EG916Q-GL\n           |         equipment id: $A\n  Numbers  |                  own: +61412345678',
      'A',
      '',
    ],
    ['  Properties |            imsi: $X\n             |     operator id: 50501', '', 'X'],
    ['modem.3gpp.imei : $A\nsim.properties.imsi : $X', 'A', 'X'],
    ["\t    ESN: '0'\n\t   IMEI: '$A'\n\t   MEID: 'unknown'\n\tIMEI SV: '3'", 'A', ''],
    ['Model: A7670SA-FASE\nIMEI: $A\n+GCAP: +CGSM\n\nOK\nAT+CIMI\n\n$X\n\nOK', 'A', 'X'],
    ['+CGSN: "$A"\n\nOK\nAT+CIMI\n$X', 'A', 'X'],
    ['AT+EGMR=1,7,"$A"\nAT+EGMR=1,10,"$B"', 'A B', ''],
    ['AT+SIMEI=$A', 'A', ''],
    [
      'InternationalMobileEquipmentIdentity: $A\nInternationalMobileEquipmentIdentity2: $B\nInternationalMobileSubscriberIdentity: $X\nMobileEquipmentIdentifier: $M\nUniqueChipID: 1234567890123456',
      'A B',
      'X',
    ],
    ['<key>UniqueChipID</key>\n<integer>$O</integer>', '', 'O'],
    ['Mobile identity - IMEISV ($M-78)\n  IMSI: $X', 'A', 'X'],
  ]);
});

describe('the exports of programs', () => {
  cases([
    [
      '{"imei":"$A","meid":"$M","serialNumber":"DNPXJ1ABCD2Z","phoneNumber":"+4915112345678"}',
      'A',
      '',
    ],
    [
      '<mobile_device><id>12</id><imei>$A</imei><meid>$M</meid><iccid>8949 0200 0012 3456 789</iccid></mobile_device>',
      'A',
      '',
    ],
    ['PalletID;CartonID;SKU;IMEI\n$O;$P;SM-G991B;$A\n$O;$P;SM-G991B;$B', 'A B', 'O P'],
    ['SSCC 003490154205512033\nGTIN 08806095299853\nIMEI $A', 'A', ''],
    ['1732185600000 device=$A ts=20241121123456', 'A', ''],
    ['MSISDN 61412345678 IMSI $X IMEI $A', 'A', 'X'],
    ['session_id=$O&user_id=$P&imei=$A', 'A', 'O P'],
  ]);
});

describe('messages that are passed on', () => {
  cases([
    [
      '[28/11/2026, 17:43:12] Tom: $A\n[28/11/2026, 17:44:00] Ann: ok and $B from 12/2024',
      'A B',
      '',
    ],
    ['Forwarded from Phones 24/7\n27.11.2026 10:15\nIMEI1 $A\nIMEI2 $B\nPrice 15 000', 'A B', ''],
    ['--\nHTC One M8 | Samsung S21 | IMEI: $A\nMember since 2012 | Posts: 1,234', 'A', ''],
    ['https://www.facebook.com/groups/$O/posts/1234', '', 'O'],
    ['Call 1800 123 456 or 0412 345 678 re $A', 'A', ''],
    ['Box 1: $A $B\nBox 2: $C', 'A B C', ''],
    ['Phone no. 1: $A\nPhone no. 2: $B', 'A B', ''],
    ['1 x iPhone 12 64GB  $A  £250.00\n1 x iPhone 11 64GB  $B  £180.00', 'A B', ''],
    ['Qty;Item;IMEI;Price\n1;iPhone 12;$A;250\n1;iPhone 11;$B;180', 'A B', ''],
    ['Warranty card: iPhone 12, IMEI $A', 'A', ''],
  ]);
});

describe('the papers of shops, insurances and customs', () => {
  cases([
    ['Job no. $O\nDevice: iPhone 12 ($A)\nScreen 120.00', 'A', 'O'],
    ['Work order: $O | IMEI: $A | Tech: Sam', 'A', 'O'],
    ['RMA $O / IMEI $A / battery', 'A', 'O'],
    ['Quote no. $O for the phone $A', 'A', 'O'],
    ['PO number: $O\nIMEI $A', 'A', 'O'],
    ['eBay item number: 123456789012\nUPC: 190199221234\nIMEI: $A (clean)', 'A', ''],
    ['Item number $O, IMEI $A', 'A', 'O'],
    ['Amazon order 112-1234567-1234567\nIMEI $A', 'A', ''],
    ['Transaction ID: $O\nUTR: 412345678901\niPhone 12 $A', 'A', 'O'],
    ['Payment ID $O paid, phone $A', 'A', 'O'],
    ['Unlock request number: $O\nIMEI: $A\nNCK: 1234567890123456\nMCK: 87654321', 'A', 'O'],
    ['Claim number: $O\nPolicy no.: $P\nMake: Samsung\nIMEI: $A', 'A', 'O P'],
    ['Policy $O, claim ref. $P, handset $A', 'A', 'O P'],
    ['Crime reference number $O. The IMEI of the stolen phone is $A', 'A', 'O'],
    ['Case no. $O\nPhone: $A', 'A', 'O'],
    ['Lost phone, IMEI $A. Police report no. $O', 'A', 'O'],
    ['Police report: $A', 'A', ''],
    ['Voucher $O\nBill of lading: $P\nIMEIs: $A $B', 'A B', 'O P'],
    ['HS code 8517130000\nDeclaration no. $O\nGoods: mobile phone, IMEI $A', 'A', 'O'],
    ['AWB: 157-12345675\nHAWB $O\nIMEIs:\n$A\n$B', 'A B', 'O'],
    ['Versicherungsschein-Nr. $O\nSchadennummer: $P\nGerätenummer (IMEI): $A', 'A', 'O P'],
    ['Aktenzeichen: $O\nLieferschein $P\nIMEI: $A', 'A', 'O P'],
    ['N° de sinistre : $O\nN° de contrat : $P\nIMEI : $A', 'A', 'O P'],
    ['Número de siniestro: $O\nPóliza: $P\nIMEI: $A', 'A', 'O P'],
    ['Apólice: $O\nTransação $P\nIMEI: $A', 'A', 'O P'],
    ['Полис: $O\nНомер транзакции: $P\nIMEI: $A', 'A', 'O P'],
    ['保单号：$O\n交易号 $P\n串号：$A', 'A', 'O P'],
  ]);
});
