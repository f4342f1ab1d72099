import { expect, it } from 'vitest';
import { imeiOf } from '../support/imeis.ts';
import type { ShownMessage } from '../support/telegram/chats.ts';
import { openShop, SHOP } from './stage.ts';

const PIXEL = imeiOf('35751110', 381_600);
const HUAWEI = imeiOf('86908403', 15);
const REDMI = imeiOf('86247104', 22);
const OTHER_REDMI = imeiOf('86247104', 23);

/** A message as it is read: its text, and its rows of buttons. */
function read({ text, keyboard }: ShownMessage): string {
  const rows = keyboard.map((row) => row.map((button) => `[${button.text}]`).join(' '));
  return ['', text, ...rows, ''].join('\n');
}

it('one phone is three lines and when it was checked; all details are a tap away, and back', async () => {
  const { ann, answerTo } = await openShop();
  const answer = await answerTo(ann, PIXEL);
  expect(read(answer)).toMatchInlineSnapshot(`
    "
    ✅ GOOGLE Pixel 4a

    357511103816000
    2020 · Android 10 · 5.8″ · 3140 mAh

    Answered just now · Sandbox data, not from the real service
    [Full details]
    [Copy the IMEI]
    "
  `);
  ann.press(answer, 'Full details');
  await expect.poll(() => answer.text).toContain('Weight');
  expect(read(answer)).toMatchInlineSnapshot(`
    "
    ✅ GOOGLE Pixel 4a

    357511103816000
    2020 · Android 10 · 5.8″ · 3140 mAh
    Brand: GOOGLE
    Model: Pixel 4a

    Design
    Weight: 143 g
    Height: 144 mm
    Width: 69.4 mm
    Thickness: 8.2 mm
    Build: Bar
    QWERTY keyboard: No

    Display
    Type: OLED
    Size: 5.8″
    Width: 1080
    Height: 2340
    Color display: Yes, 16M
    Touchscreen: Yes

    Hardware
    Operating system: Android 10
    Processor: Qualcomm Snapdragon 730G
    Internal memory: 128 GB

    Battery
    Type: Li-Po
    Capacity: 3140 mAh

    Network
    Phone calls: Yes
    GSM bands: 850, 900, 1800, 1900
    Wi-Fi hotspot: Yes
    LAN: No

    Release
    Released: August 2020

    Older format
    Type approval code (TAC): 357511
    Final assembly code (FAC): 10
    Unit number (SNR): 381600
    Check digit (CD): 0

    Parts of the IMEI
    TAC 35751110 · unit number 381600 · check digit 0

    Saved a moment ago, no check used · Sandbox data, not from the real service
    [Less] [Check again (uses a check)]
    [Copy the IMEI]
    "
  `);
  ann.press(answer, 'Less');
  await expect.poll(() => answer.text).not.toContain('Weight');
  expect(read(answer)).toContain(`\n${PIXEL}\n2020 · Android 10 · `);
});

it('“not found” says what it may mean and what to do', async () => {
  const { ann, answerTo } = await openShop();
  expect(read(await answerTo(ann, imeiOf('35000000', 1)))).toMatchInlineSnapshot(`
    "
    ⚠️ Not found
    The service doesn’t know this IMEI. The phone may be very new, or a copy, or its number was changed. Compare it with *#06#: if it matches the phone, be careful.

    350000000000014

    Answered just now · Sandbox data, not from the real service
    [Copy the IMEI]
    "
  `);
});

it('a list is numbered as it was sent, with a sum, typos and repetitions in their place', async () => {
  const { ann, answerTo } = await openShop();
  const list = [
    'Stock of today',
    PIXEL,
    REDMI,
    `${HUAWEI.slice(0, 14)}${(Number(HUAWEI.at(14)) + 1) % 10}`,
    OTHER_REDMI,
    PIXEL,
    '3.52E+14',
    '3.57E+14',
    imeiOf('35000000', 2),
  ].join('\n');
  expect(read(await answerTo(ann, list))).toMatchInlineSnapshot(`
    "
    ⚠️ 3 found, 1 not found, 3 invalid numbers

    2× XIAOMI Redmi Note 7, 1 other

    2. 357511103816000 · GOOGLE Pixel 4a
    3. 862471040000226 · XIAOMI Redmi Note 7
    4. 869084030000157 · typo (if the other digits are right, the last one is 6, not 7)
    5. 862471040000234 · XIAOMI Redmi Note 7
    6. 357511103816000 · same as 2
    9. 350000000000022 · not found

    The spreadsheet shortened this number; format the column as a number without decimals (2)
    7. 3.52E+14
    8. 3.57E+14

    4 checked now · Sandbox data, not from the real service
    [As a file]
    "
  `);
  expect(read(await answerTo(ann, `@imei_bot\n${list}`, { group: SHOP }))).toMatchInlineSnapshot(`
    "
    ⚠️ 3 found, 1 not found, 3 invalid numbers

    2× XIAOMI Redmi Note 7, 1 other

    2. 35751110••••••• · GOOGLE Pixel 4a
    3. 86247104••••••• · XIAOMI Redmi Note 7
    4. 86908403••••••• · typo (if the other digits are right, the last one is 6, not 7)
    5. 86247104••••••• · XIAOMI Redmi Note 7
    6. 35751110••••••• · same as 2
    9. 35000000••••••• · not found

    The spreadsheet shortened this number; format the column as a number without decimals (2)
    7. 3.52E+14
    8. 3.57E+14

    4 from saved answers · Sandbox data, not from the real service
    [As a file]
    [Show full number (only to me)]
    "
  `);
});

it('a phone that is not what the seller says is pointed out every time it is shown', async () => {
  const { ann, answerTo } = await openShop();
  const answer = await answerTo(ann, `iphone 13 128 blk ${REDMI}`);
  expect(read(answer)).toMatchInlineSnapshot(`
    "
    ⚠️ XIAOMI Redmi Note 7
    Careful: the text says “iphone 13 128 blk”, but this is a different phone.

    862471040000226
    2019 · Android 9 · 6.3″ · 4000 mAh

    Answered just now · Sandbox data, not from the real service
    [Full details]
    [Copy the IMEI]
    "
  `);
  ann.press(answer, 'Full details');
  await expect.poll(() => answer.text).toContain('Weight');
  expect(answer.text).toContain('the text says “iphone 13 128 blk”');
  const offer = await answerTo(ann, `📱Galaxy S24 – €540\nIMEI: ${REDMI}`);
  expect(read(offer)).toContain('Careful: the text says “Galaxy S24”');
  const list = await answerTo(
    ann,
    [`iphone 13 ${OTHER_REDMI}`, `huawei p20 ${HUAWEI}`, `case for iPhone ${PIXEL}`].join('\n'),
  );
  expect(read(list)).toMatchInlineSnapshot(`
    "
    ⚠️ All 3 found

    Not what the text says (1)
    1. 862471040000234 · “iphone 13” is XIAOMI Redmi Note 7

    1. 862471040000234 · XIAOMI Redmi Note 7
    2. 869084030000156 · HUAWEI P20 Pro
    3. 357511103816000 · GOOGLE Pixel 4a

    3 checked now · Sandbox data, not from the real service
    [As a file]
    "
  `);
});

it('the last digits or the model of an own check show it, and nothing is paid', async () => {
  const { ann, bob, answerTo, nextTo } = await openShop();
  await answerTo(ann, REDMI);
  const readWithoutTime = (message: ShownMessage): string =>
    read(message)
      .replace(/\d{2}:\d{2}/g, '10:12')
      .replace(/Times are \S+/, 'Times are UTC');
  const found = await answerTo(ann, REDMI.slice(-4));
  expect(readWithoutTime(found)).toMatchInlineSnapshot(`
    "
    ℹ️ You checked this today at 10:12

    862471040000226 · XIAOMI Redmi Note 7

    Only you can see this. /forget deletes it. · Times are UTC
    [Open]
    "
  `);
  expect((await nextTo(() => void ann.press(found, 'Open'))).text).toContain('no check used');
  await answerTo(ann, OTHER_REDMI);
  expect(readWithoutTime(await answerTo(ann, 'redmi note'))).toMatchInlineSnapshot(`
    "
    ℹ️ 2 of your checks match “redmi note”

    1. 862471040000234 · XIAOMI Redmi Note 7 · 10:12
    2. 862471040000226 · XIAOMI Redmi Note 7 · 10:12

    Only you can see this. /forget deletes it. · Times are UTC
    [1] [2] [As a file]
    "
  `);
  expect(readWithoutTime(await answerTo(ann, '/recent'))).toMatchInlineSnapshot(`
    "
    ℹ️ Your last 2 checks

    1. 862471040000234 · XIAOMI Redmi Note 7 · 10:12
    2. 862471040000226 · XIAOMI Redmi Note 7 · 10:12

    Only you can see this. /forget deletes it. · Times are UTC
    [1] [2] [As a file]
    "
  `);
  // Nobody finds the checks of others.
  for (const text of ['redmi note', REDMI.slice(-4)]) {
    expect((await answerTo(bob, text)).text).not.toMatch(/XIAOMI|\d{2}:\d{2}/u);
  }
});
