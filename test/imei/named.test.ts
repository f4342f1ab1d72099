import { describe, expect, it } from 'vitest';
import { findImeis } from '../../src/imei/find/find.ts';
import { imeiOf } from '../support/imeis.ts';

const [A, B] = [imeiOf('35316609', 412_007), imeiOf('86912305', 465_888)] as const;
/** Numbers of something else with the check digit of an IMEI. */
const [OTHER, MORE] = [imeiOf('35041550', 101_733), imeiOf('35873121', 180_744)] as const;
const BOTH = [A, B];

function read(text: string, known?: (tac: string) => boolean) {
  const { found, aside = [] } = findImeis(text, known);
  return { found: found.map(({ imei }) => imei), aside };
}

/** Digits of full width. */
function wide(digits: string): string {
  return digits.replace(/\d/gu, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
}

const lines =
  (...rows: readonly (readonly string[])[]) =>
  (separator: string) =>
    rows.map((row) => row.join(separator)).join('\n');

describe('a number of a text that has the name of something else', () => {
  it.each([
    ['order', `Bestellnummer: ${OTHER}`],
    ['order, in French', `N° de commande : ${OTHER}`],
    ['parcel, without a colon', `Sendung ${OTHER}`],
    ['bill, in Spanish', `Factura no. ${OTHER}`],
    ['order, in Russian', `Номер заказа: ${OTHER}`],
    ['order, in Chinese', `订单号：${OTHER}`],
    ['waybill', `AWB #${OTHER}`],
    ['order, in JSON', `{"orderNumber":"${OTHER}"}`],
    ['order, in XML', `<orderNo>${OTHER}</orderNo>`],
    ['order, by the title of its column', `Order no.;Day\n${OTHER};Monday`],
  ])('is asked about where it is alone, and left out beside an IMEI: %s', (_, text) => {
    expect(read(text)).toMatchObject({ found: [], aside: [{ imeis: [OTHER] }] });
    expect(read(`${text}\nIMEI: ${A}\n${B}`)).toEqual({ found: [A, B], aside: [] });
    expect(read(`${A} (phone)\n${text}`)).toEqual({ found: [A], aside: [] });
  });

  it('is an IMEI where the name is of somebody, of a phone or no name at all', () => {
    for (const before of [
      'Kunde Meier: ',
      'iPhone 13, 128 GB: ',
      'check ',
      'Ann ',
      'IMEI/MEID: ',
      '[10:01] Bob: ',
    ]) {
      expect(read(`${before}${A}, thanks`).found).toEqual([A]);
    }
  });

  it('is an IMEI where it is called so in another place', () => {
    expect(read(`Seal: ${A}\nIMEI: ${A}\nIMEI: ${B}`)).toEqual({ found: [A, B], aside: [] });
    expect(read(`Order: ${A}\n${A}`)).toEqual({ found: [A], aside: [] });
  });

  it('has the name between it and the number before', () => {
    expect(read(`IMEI ${A} (RMA ${OTHER})`).found).toEqual([A]);
    expect(read(`RMA ${OTHER} / ${A}`).found).toEqual([A]);
  });
});

function plist(...pairs: readonly string[]): string {
  return `<dict>\n${pairs.map((one, at) => (at % 2 === 0 ? `<key>${one}</key>\n` : `\t<string>${one}</string>\n`)).join('')}</dict>`;
}

/** Names that no sign of a name joins to their numbers. */
const NEAR: readonly (readonly [string, string])[] = [
  ['words before it', `IMEI ${A}\nProcès-verbal n° ${OTHER}`],
  ['words before it, in the sentence', `My IMEI is ${A}, and the repair slip ${OTHER}.`],
  ['the name of a number in a sentence', `El IMEI es ${A}, y el número de guía ${OTHER}. Gracias`],
  ['a name without a space', `IMEI：${A}\n修理番号 ${OTHER}`],
  ['words behind it', `${A} (IMEI)\n${OTHER} - tracking no.`],
  ['words on the line above', `IMEI\n${A}\n\nCrate\n${OTHER}`],
  ['words in Markdown', `- **IMEI**: ${A}\n- **Seal**: ${OTHER}`],
  ['words before an arrow', `IMEI -> ${A}\nBOX -> ${OTHER}`],
  ['words in another script', `ИМЕИ ${A}\nЗаявка № ${OTHER}`],
  ['words behind the number of a slot', `IMEI 1 ${A}\nSeal ${OTHER}`],
  ['words behind the number of a slot, in brackets', `IMEI(1) ${A}\nSeal ${OTHER}`],
  ['words on the line above, also with the number of a slot', `IMEI no 1:\n${A}\nSeal\n${OTHER}`],
  ['words that a verb joins to it', `imei ${A}\nthe waybill is ${OTHER}`],
  ['a word of one character', `IMEI ${A}\n箱 ${OTHER}`],
  ['a sign of full width', `ＩＭＥＩ：${wide(A)}\n箱子：${wide(OTHER)}`],
  ['an invisible mark before it', `IMEI: ${A}\nSeal:\u200F ${OTHER}`],
  ['the title of a table in the same text', `IMEI: ${A}\n\nItem | Crate\nFoo | ${OTHER}`],
  ['a title, in a row whose last cell is left out', `Item;Crate;IMEI\nFoo;${OTHER}\nBar;x;${A}`],
  ['the title of a further table', `IMEI\tModel\n${A}\tS24\n\nCrate\tWhere\n${OTHER}\tBonn`],
];

/** Of whose phone it is. */
const FAMILIES = [
  'my imei #, my husband’s #',
  'Meine IMEI # und die vom Vater #',
  'mon imei #, mon frère #',
  'IMEI mío #, de mi esposa #',
  'IMEI meu #, da minha mãe #',
  'IMEI #, жены #',
  'ІМЕІ мого #, дружини #',
  'الايمي #\nجهاز زوجتي #',
  'मेरा IMEI # है और पत्नी का #',
  'IMEI #，我老婆 #',
  'IMEI #，我老婆的 #',
  'IMEI mój #, żony #',
  'IMEI benim #, annemin #',
];

function inOrder(words: string): string {
  const imeis = [A, B].values();
  return words.replace(/#/gu, () => imeis.next().value ?? '');
}

describe('where a text calls a number IMEI, in whatever way, another that is called otherwise', () => {
  it.each(NEAR)('is not checked: %s', (_, text) => {
    expect(read(text).found).toEqual([A]);
  });

  it.each([
    ['no words of its own', `IMEI\n${A}\n${B}`],
    ['a blank line above it', `IMEI ${A}\nand this\n\n${B}`],
    ['words that lead to any number', `My IMEI is ${A}, and please check also ${B}`],
    ['words of who has the phone', `Meine IMEI ist ${A}, die meiner Frau ${B}`],
    ['words of which phone it is', `IMEI for the blue one ${A}, for the broken one ${B}`],
    ['words of what to do with it', `need unlock, IMEI ${A}\nsame for this ${B}`],
    ['the words of another language', `IMEI do aparelho ${A}\ndo outro ${B}`],
    ['the words of another script', `IMEI ${A}\nмой второй ${B}`],
    ['the name of a model', `iPhone 13: IMEI ${A}\nSamsung Galaxy ${B}`],
    ['somebody who says it', `[10:01] Ann: IMEI ${A}\n[10:02] Bob: ${B}`],
    ['words of which phone it is, and a sign', `IMEI: ${A}\nold: ${B}`],
    ['whose it is, and a sign', `IMEI: ${A}\nmine: ${B}`],
    ['an ordinal', `IMEI: ${A}\nSerial: F17ABC123DEF\n2nd: ${B}`],
    ['the word for a device behind another', `IMEI: ${A}\nRMA device: ${B}`],
    ['words of a row that are no title', `IMEI list\niPhone 11 | ${A} | 200\niPhone 12 | ${B} | 250`],
    ...FAMILIES.map((words): [string, string] => [words.replaceAll('#', '…'), inOrder(words)]),
    ['a price behind it', `${A} (IMEI) – 100 €\n${B} – 200 €`],
  ])('is checked with %s', (_, text) => {
    expect(read(text).found).toEqual(BOTH);
  });
});

describe('where a text without the word IMEI calls a number a device', () => {
  it.each([
    ['English', `Your repair ${OTHER} for device ${A} is ready.`],
    ['German', `Ihre Reparatur ${OTHER} für Gerät ${A} ist fertig.`],
    ['French', `Votre réparation ${OTHER} pour l'appareil ${A} est prête.`],
    ['Spanish', `Su reparación ${OTHER} para el equipo ${A} está lista.`],
    ['Portuguese', `Seu conserto ${OTHER} do aparelho ${A} está pronto.`],
    ['Russian', `Ваш ремонт ${OTHER} для устройства ${A} готов.`],
    ['Ukrainian', `Ваш ремонт ${OTHER} для пристрою ${A} готовий.`],
    ['Arabic', `الصيانة ${OTHER} للجهاز ${A} جاهزة`],
    ['Hindi', `आपकी मरम्मत ${OTHER} डिवाइस ${A} तैयार है`],
    ['Chinese', `维修 ${OTHER} 设备 ${A} 已完成`],
    ['the state of a phone', `  Phone Type = GSM\n  Device ID = ${A}\n  Session = ${OTHER}`],
    ['a table', `Device ID: ${A}\nPhone Type: GSM\nService: ${OTHER}`],
  ])('another with a name is asked about: %s', (_, text) => {
    expect(read(text)).toMatchObject({ found: [A], aside: [{ imeis: [OTHER] }] });
  });

  it.each([
    ['another device', `Device: ${A}\nDevice 2: ${B}`],
    ['which of them it is', `Old device: ${A}\nnew: ${B}`],
    ['whose it is', `check device ${A} and my wife's ${B}`],
    ['a model', `Device ${A}\nGalaxy S24 ${B}`],
    ['another kind of device', `Handset ${A}\nWatch ${B}`],
    ['the one in its place', `Gerät: ${A}\nErsatzgerät: ${B}`],
    ['no name', `Device: ${A}\n${B}`],
  ])('another is checked beside it: %s', (_, text) => {
    expect(read(text)).toEqual({ found: BOTH, aside: [] });
  });
});

describe('where a text without the word IMEI calls a number a phone, with a sign behind that', () => {
  it.each([
    ['in lines', `Phone: ${A}\nSeal: ${OTHER}`],
    ['in one line', `Phone: ${A} / Seal: ${OTHER}`],
    ['German', `Handy: ${A}\nPlombe: ${OTHER}`],
    ['French', `Téléphone : ${A}\nScellé : ${OTHER}`],
    ['Russian', `Телефон: ${A}\nПломба: ${OTHER}`],
    ['Chinese', `手机：${A}\n封条：${OTHER}`],
    ['Arabic', `الهاتف: ${A}\nالختم: ${OTHER}`],
    ['JSON', JSON.stringify({ phone: A, seal: OTHER })],
    ['the titles of a table', `Phone\tSeal\n${A}\t${OTHER}`],
    ['the titles of a table with devices', `Device\tSeal\n${A}\t${OTHER}`],
    ['again, in another place', `Case: x\nNote: ${A}\nPhone: ${A}\nSeal: ${OTHER}`],
  ])('another with a name is asked about: %s', (_, text) => {
    expect(read(text)).toMatchObject({ found: [A], aside: [{ imeis: [OTHER] }] });
  });

  it.each([
    ['another phone', `Phone 1: ${A}\nPhone 2: ${B}`],
    ['whose it is', `Phone: ${A}\nWife: ${B}`],
    ['that of the children', `Phone: ${A}, Kids: ${B}`],
    ['that of a grandmother', `Phone: ${A}\nGrandma: ${B}`],
    ['that for work', `Phone: ${A}\nWork: ${B}`],
    ['that for work, in German', `Handy: ${A}\nArbeit: ${B}`],
    ['that for work, in Spanish', `Teléfono: ${A}\nTrabajo: ${B}`],
    ['that for work, in Russian', `Телефон: ${A}\nРабочий: ${B}`],
    ['one in reserve', `Phone: ${A}\nBackup: ${B}`],
    ['one that was stolen', `Phone: ${A}\nStolen: ${B}`],
    ['one that is broken', `Phone: ${A}\nBroken: ${B}`],
    ['a smartwatch', `Phone: ${A}\nSmartwatch: ${B}`],
    ['a model that is named without its maker', `Phone: ${A}\nMate 20 Pro: ${B}`],
    ['a model of another maker', `Phone: ${A}\nTecno Spark: ${B}`],
    ['which of them it is', `Phone: ${A}\nold: ${B}`],
    ['another kind of device', `Phone: ${A}\nTablet: ${B}`],
    ['a device', `Phone: ${A}\nDevice: ${B}`],
    ['a model', `Phone: ${A}\niPhone 12: ${B}`],
    ['a word that no sign joins to it', `Phone: ${A}\nbroken ${B}`],
    ['a title that those of phones have', `Phone\tReplacement\n${A}\t${B}`],
    ['no name', `Phone: ${A}\n${B}`],
    ['no sign behind either', `phone ${A}, seal ${B}`],
    ['who says it', `[10:01] Ann: Phone: ${A}\n[10:02] Bob: ${B}`],
  ])('another is checked beside it: %s', (_, text) => {
    expect(read(text)).toEqual({ found: BOTH, aside: [] });
  });
});

describe('a number that a label of its own language calls something else', () => {
  it.each(['Order', 'customer', 'my order is', 'Tracking number:', 'MEID:'])(
    'is asked about where there is no other: %s',
    (label) => {
      expect(read(`${label} ${OTHER}`)).toMatchObject({ found: [], aside: [{ imeis: [OTHER] }] });
      expect(read(`${label} ${OTHER}\nIMEI: ${A}`)).toEqual({ found: [A], aside: [] });
    },
  );

  it.each(['the IMEI of my customer: #', 'IMEI customer #', 'customer phone #', "our customer's device #"])(
    'is an IMEI where the label is of who has the phone: %s',
    (words) => {
      expect(read(words.replace('#', A))).toEqual({ found: [A], aside: [] });
    },
  );

  it('is not taken for an IMEI of theirs where that is on another line', () => {
    expect(read(`IMEI:\ncustomer: ${OTHER}`).found).toEqual([]);
  });
});

describe('what is wrong with a number that has the name of something else', () => {
  const [wrong, other] = [A, OTHER].map((imei) => `${imei.slice(0, 14)}${(Number(imei.at(-1)) + 1) % 10}`);
  const told = (text: string) => findImeis(text).problems.map(({ text: number }) => number);

  it('is not told beside any other number', () => {
    for (const name of ['Order: ', 'Bestellnummer: ', 'número de pedido: ', 'Номер заказа: ', '订单号：']) {
      expect(told(`IMEI: ${A}\n${name}${other}`)).toEqual([]);
      expect(told(`IMEI: ${wrong}\n${name}${other}`)).toEqual([wrong]);
    }
    expect(told(`IMEI\tBestellnummer\n${A}\t${other}`)).toEqual([]);
  });

  it('is told where it is alone, or the name is of somebody', () => {
    expect(told(`Bestellnummer: ${other}`)).toEqual([other]);
    expect(told(`IMEI: ${A}\nKunde Meier: ${other}`)).toEqual([other]);
    expect(told(`IMEI: ${A}\nAuftrag IMEI: ${other}`)).toEqual([other]);
  });

  it('leaves a number alone that is only called so where another was meant', () => {
    expect(read(`IMEI: ${wrong}\nBestellnummer: ${OTHER}`)).toEqual({ found: [], aside: [] });
  });
});

describe('several numbers of 14 digits that all have the check digit of an article number', () => {
  const GTINS = ['35880609031102', '35880609031119', '35880609031126'];
  const whole = GTINS.map((gtin) => imeiOf(gtin.slice(0, 8), Number(gtin.slice(8))));

  it('are asked about, also below their title', () => {
    expect(read(GTINS.join('\n'))).toEqual({ found: [], aside: [{ name: 'GTIN', imeis: whole }] });
    expect(read(`Code;Qty\n${GTINS.map((gtin) => `${gtin};3`).join('\n')}`).found).toEqual([]);
    expect(read(`IMEI: ${A}\n${GTINS.join('\n')}`)).toMatchObject({ found: [A], aside: [{ imeis: whole }] });
  });

  it('are IMEIs where they are called so, one is of a known type, or others have none', () => {
    expect(read(GTINS.map((gtin) => `IMEI: ${gtin}`).join('\n')).found).toEqual(whole);
    expect(read(GTINS.join('\n'), (tac) => tac === '35880609').found).toEqual(whole);
    expect(read(`${GTINS.join('\n')}\n${A.slice(0, 14)}`).found).toEqual([...whole, A]);
    expect(read(GTINS[0] ?? '').found).toEqual(whole.slice(0, 1));
  });
});

const NAMED: readonly (readonly [string, string])[] = [
  ['in lines', `IMEI: ${A}\nSeal: ${OTHER}\nIMEI: ${B}`],
  ['in JSON', JSON.stringify([{ imei: A, seal: OTHER }, { imei: B }])],
  ['in YAML', `- imei1: ${A}\n  seal: '${OTHER}'\n- imei1: ${B}`],
  ['in a property list', plist('IMEI', A, 'Seal', OTHER, 'IMEI 2', B)],
  [
    'in members with names and values',
    JSON.stringify([
      { name: 'IMEI', value: A },
      { name: 'Seal', value: OTHER },
      { name: 'IMEI2', value: B },
    ]),
  ],
  [
    'in rows of HTML',
    `<tr><th>IMEI</th><td>${A}</td></tr><tr><th>Seal</th>\n<td class="x">${OTHER}</td></tr><b>IMEI 2</b> <span>${B}</span>`,
  ],
  ['in XML', `<d><imei>${A}</imei><seal>${OTHER}</seal></d><d><imei>${B}</imei></d>`],
  ...(['\t', ';', '|', ','] as const).map(
    (sign) =>
      [
        `below the title of a column, behind ${JSON.stringify(sign)}`,
        lines(['Seal', 'Model', 'IMEI no.'], [OTHER, 'S24', A], ['', 'S23', B])(sign),
      ] as const,
  ),
  ['in Markdown', `| Seal | IMEI |\n|---|---|\n| ${OTHER} | ${A} |\n| - | ${B} |`],
  ['in a row of SQL', `INSERT INTO t (seal, imei) VALUES (${OTHER}, '${A}'), (NULL, '${B}');`],
];

describe('where a text calls some numbers IMEI, one with any other name', () => {
  it.each(NAMED)('is asked about: %s', (_, text) => {
    const { found, aside } = read(text);
    expect(found).toEqual(BOTH);
    expect(aside.map(({ name, imeis }) => [name.toLowerCase(), imeis])).toEqual([['seal', [OTHER]]]);
  });

  it('is one where its type or its serial number is that of an IMEI, or the open table knows it', () => {
    const [sameType, sameSerial] = [imeiOf('35316609', 7), imeiOf('35873121', 412_007)];
    const text = `IMEI: ${A}\nSecond: ${sameType}\nThird: ${sameSerial}\nFourth: ${MORE}`;
    expect(read(text)).toEqual({
      found: [A, sameType, sameSerial],
      aside: [{ name: 'Fourth', imeis: [MORE] }],
    });
    expect(read(text, (tac) => MORE.startsWith(tac)).aside).toEqual([]);
  });

  it('is one where the name is of a slot, a phone or who says it in a chat, and so is one without a name', () => {
    expect(read(`IMEI: ${A}\nSIM 2: ${B}\n${MORE}`)).toEqual({ found: [A, B, MORE], aside: [] });
    for (const name of [
      'Phone',
      'Device',
      'Altes Gerät',
      '[23/11/2026, 10:04:11] Ann',
      '23.11.26, 10:04 - Ann',
    ]) {
      expect(read(`IMEI: ${A}\n${name}: ${B}`)).toEqual({ found: [A, B], aside: [] });
    }
    expect(read(`IMEI: ${A}\nSerial of the device: ${OTHER}`).found).toEqual([A]);
    expect(read(`IMEI: ${A}\n10:04 Order no.: ${OTHER}`).found).toEqual([A]);
  });

  it('is asked about by its name, and those of one name together', () => {
    const { aside } = read(`IMEI: ${A}\nSeal: ${OTHER}\nSeal: ${MORE}`);
    expect(aside).toEqual([{ name: 'Seal', imeis: [OTHER, MORE] }]);
  });

  it('is not taken for one with the title of a row of another length, or of a line of words', () => {
    expect(read(`Model;IMEI;Ort\nS24;${A};Bonn\n${B};S24`).found).toEqual(BOTH);
    expect(read(`Hello, these are our phones\nS24, ${A}\nS23, ${B}`).found).toEqual(BOTH);
  });
});
