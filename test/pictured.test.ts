import { describe, expect, it, onTestFinished } from 'vitest';
import { renderReply as renderInDiscord } from '../src/adapters/discord/outbound/render.ts';
import { renderReply as renderInTelegram } from '../src/adapters/telegram/outbound/render.ts';
import type { ShownReply } from '../src/core/reply.ts';
import { sayIn } from '../src/format/words/say.ts';
import { startChecking } from './support/checks/checking.ts';
import { createSkippingClock } from './support/clocks/skipping.ts';
import { conversation } from './support/conversation.ts';
import { readMarkdown } from './support/discord/markdown.ts';
import { withoutIsolates } from './support/measure/isolates.ts';
import { startBotInHand } from './support/process/bot-in-hand.ts';
import { serviceWith } from './support/process/process-main.ts';

/**
 * The words on the pictures of `.github/images`, as the bot says them now. Where one of these is red, its picture shows what the
 * bot does not say any more: draw it anew, and write here what stands on it.
 */

const DAY_MS = 86_400_000;
const PHONE = '356938035643809';
const TYPO = '49-015420-323751-7';

async function talk() {
  const { environment } = await serviceWith({});
  const clock = createSkippingClock();
  const bot = await startBotInHand('telegram', environment, undefined, clock);
  onTestFinished(() => bot.stop());
  const say = (text: string, locale = 'en'): Promise<ShownReply> =>
    bot.ask({
      requester: 'telegram:user:1',
      locale,
      ask: { kind: 'command', name: 'imei', options: { kind: 'text', text } },
    });
  return { say, clock };
}

/** As a private chat of Telegram shows it, each row of buttons a line. */
function inTelegram(reply: ShownReply, locale = 'en'): string[] {
  const { plain, keyboard } = renderInTelegram(reply, { say: sayIn(locale), files: true });
  const rows = keyboard.map((row) => row.map(({ text }) => `[${text}]`).join(' '));
  return [...plain.split('\n'), ...rows].map(withoutIsolates).filter((line) => line !== '');
}

describe('what stands on a picture is what the bot says:', () => {
  it('telegram.png', async () => {
    const { say, clock } = await talk();
    expect(inTelegram(await say(PHONE))).toEqual([
      '✅ NOKIA N900',
      'Brand: NOKIA',
      'Model: N900',
      `IMEI: ${PHONE}`,
      'Parts of the IMEI',
      'TAC 35693803 · unit number 564380 · check digit 9',
      'Checked just now',
      '[Full details]',
      '[Copy the IMEI]',
    ]);
    clock.skip(120_000);
    const [one, other] = ['IMEI1: 35-693803-564380-9 / 04', 'IMEI2: 49-015420-323751-8 / 04'];
    expect(inTelegram(await say(`${one}\n${other}\nand this one 352099001761480`))).toEqual([
      '⚠️ 2 found, 1 typo',
      'Found (2)',
      `IMEI1 · ${PHONE} · NOKIA N900 · saved 2 minutes ago`,
      'IMEI2 · 490154203237518 · NOKIA 3110 · checked now · This is a well-known example number, so it may not be the phone in your hand.',
      'Invalid numbers (1)',
      'Line 3: 352099001761480 · typo (if the other digits are right, the last one is 1, not 0)',
      '1 checked now · 1 from saved answers',
      '[Full details] [As CSV] [As XLSX]',
    ]);
  });

  it('discord.png', async () => {
    const { say, clock } = await talk();
    const shown = async (text: string) =>
      renderInDiscord(await say(text), { owner: '1', say: sayIn('en') }).body;
    await say(PHONE);
    clock.skip(3 * DAY_MS);
    expect(await shown(PHONE)).toMatchObject({
      embeds: [
        {
          title: 'NOKIA N900',
          description: [
            '**Brand** NOKIA',
            '**Model** N900',
            `**IMEI** \`${PHONE}\``,
            '',
            '-# Parts of the IMEI',
            '-# TAC 35693803 · unit number 564380 · check digit 9',
          ].join('\n'),
          footer: { text: 'Saved 3 days ago, no check used' },
        },
      ],
      components: [
        {
          components: [
            { label: 'Full details' },
            { label: 'Check again (uses a check)' },
            { label: 'Show to everyone' },
          ],
        },
      ],
    });
    const { embeds, components } = await shown(TYPO);
    expect(components).toEqual([]);
    expect(embeds).toMatchObject([
      { title: 'There’s a typo in this number', footer: { text: 'No check used' } },
    ]);
    expect(readMarkdown(embeds?.[0]?.description ?? '').text).toBe(
      `Compare it with *#06# on the phone. (If the other digits are right, the last one is 8, not 7.)\n\nYou sent ${TYPO}`,
    );
  });

  it.each([
    [
      'de',
      '❌ In dieser Nummer ist ein Tippfehler',
      'Vergleichen Sie die Nummer mit *#06# auf dem Telefon. (Wenn die anderen Ziffern stimmen, ist die letzte 8, nicht 7.)',
      `Gesendet: ${TYPO}`,
      'Keine Abfrage verbraucht',
    ],
    [
      'ru',
      '❌ В этом номере опечатка',
      'Сверьте его с *#06# на телефоне. (Если остальные цифры верны, последняя — 8, а не 7.)',
      `Вы прислали: ${TYPO}`,
      'Проверка не потрачена',
    ],
    [
      'ar',
      '❌ في هذا الرقم خطأ كتابي',
      'يُرجى مقارنته بما يظهر عند طلب *#06# من الهاتف. (إذا كانت بقية الخانات صحيحة، فالأخيرة هي 8 لا 7.)',
      `ما أرسلته: ${TYPO}`,
      'لم يُستهلك أي فحص',
    ],
    [
      'zh-CN',
      '❌ 这个号码有输入错误',
      '请与手机上拨 *#06# 显示的号码核对。（如果其他数字都正确，最后一位应该是8，而不是7。）',
      `您发送的是： ${TYPO}`,
      '未消耗查询次数',
    ],
  ])('languages.png, %s', async (locale, ...lines) => {
    const { say } = await talk();
    expect(inTelegram(await say(TYPO, locale), locale)).toEqual(lines);
  });
});

const HEAD = ['Shelf', 'Number', 'Condition', 'IMEI', 'Brand', 'Model', 'Result'];
/** Shelf, number and condition as sent; IMEI, brand, model and result as they come back. */
const STOCK = [
  [
    ...['A1', '490154203237518', 'boxed', '490154203237518', 'NOKIA', '3110'],
    'Found. This is a well-known example number, so it may not be the phone in your hand.',
  ],
  ['A1', '350678891234568', 'as new', '350678891234568', 'SAMSUNG', 'Galaxy A51 (SM-A515F)', 'Found.'],
  [
    ...['A2', '12422001234568', 'scratched', '012422001234568', 'APPLE', 'iPhone 4'],
    'Found. A zero was missing at the start; I put it back.',
  ],
  [
    ...['A2', '3.56576E+14', 'as new', '', '', ''],
    'Invalid: the spreadsheet shortened this number; set the column to Text, enter it again, and export.',
  ],
  ['A3', '358276091234561', 'boxed', '358276091234561', 'GOOGLE', 'Pixel 3', 'Found.'],
  [
    ...['A3', '350090711234567', 'as new', '', '', ''],
    'Invalid: typo (if the other digits are right, the last one is 4, not 7).',
  ],
  ['A4', '867513061234567', 'used', '867513061234567', 'XIAOMI', 'Redmi 9A', 'Found.'],
  ['A4', '359999991234568', 'used', '359999991234568', '', '', 'Not found.'],
  ['B1', '351044631234567', 'as new', '351044631234567', 'APPLE', 'iPhone 13', 'Found.'],
  ['B1', '350070121234560', 'boxed', '350070121234560', 'SAMSUNG', 'Galaxy S24 (SM-S921B)', 'Found.'],
];

describe('what stands on the picture of a file is what the bot says:', () => {
  it('files.png', async () => {
    const { checks } = await startChecking();
    const { send } = conversation({ needs: { checker: checks.checker } });
    const sent = [HEAD, ...STOCK].map((row) => row.slice(0, 3).join(',')).join('\n');
    const reply = await send({ name: 'stock.csv', content: sent });
    reply.expect(
      '7 found, 1 not found, 1 typo, 1 invalid number\nThe spreadsheet shortened 1 number. Set the column to Text, enter the numbers again, and export. Here’s your table, with the results at the end of each row.\n',
      'File: stock.csv\n(8 checked now)\n[Full details]',
    );
    const [file] = reply.last.files;
    expect(file?.name).toBe('stock-checked.csv');
    const rows = new TextDecoder().decode(file?.data).trimEnd().split('\r\n');
    expect(rows.map((row) => row.replaceAll(/[\t"]/g, ''))).toEqual(
      [HEAD, ...STOCK].map((row) => row.join(',')),
    );
  });

  it('photos.png', async () => {
    const { checks } = await startChecking();
    const [one, other] = ['350678891234568', '350678891234642'];
    const corner = (x: number, y: number) => ({ x, y });
    const { send } = conversation({
      needs: {
        checker: checks.checker,
        readBarcodes: async () => ({
          ok: true,
          texts: [],
          codes: [one, other, 'R58N31ABC9D', '2012345678903'].map((text, at) => ({
            text,
            symbology: text.startsWith('2') ? 'EANUPC' : 'Code128',
            // The label has the words beside the upper one.
            ...(text === one && { named: 'imei' as const }),
            topLeft: corner(0, at * 50),
            topRight: corner(90, at * 50),
            bottomLeft: corner(0, at * 50 + 20),
          })),
        }),
      },
    });
    const reply = await send({ name: 'label.gif', content: 'GIF89a\u0001\u0000\u0001\u0000' });
    expect(reply.text).toBe(
      [
        'SAMSUNG Galaxy A51 (SM-A515F)',
        'These are the two IMEIs of one phone, one for each SIM.',
        'Brand: SAMSUNG',
        'Model: Galaxy A51 (SM-A515F)',
        `IMEI: ${one}`,
        `IMEI: ${other}`,
        '# Also in the picture',
        'Serial number: R58N31ABC9D',
        'EAN: 2012345678903',
        '# Parts of the IMEI',
        'TAC 35067889 · unit number 123456 · check digit 8',
        'TAC 35067889 · unit number 123464 · check digit 2',
        '(2 checked now)',
        '[Full details]',
        '[As CSV]',
        '[As XLSX]',
        '[Show to everyone]',
      ].join('\n'),
    );
  });
});
