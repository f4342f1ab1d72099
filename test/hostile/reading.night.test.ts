import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { heicOf } from '../support/files/drawn-heic.ts';
import { boxLabel, dialScreen } from '../support/files/drawn-labels.ts';
import { pdfOf } from '../support/files/drawn-pdf.ts';
import { dialSheet, rowsAbout, SCREEN_WORDS } from '../support/files/drawn-screens.ts';
import { movingWebp, webpOf } from '../support/files/drawn-webp.ts';
import { photoOf, pixelsOf, shadesOf } from '../support/files/photos.ts';
import { textured } from '../support/files/textures.ts';
import { heldMb, MOST_READING_MB, watchPeak } from '../support/measure/peak-memory.ts';
import { emptyDirectory, eventually, startMain } from '../support/process/process-main.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const PEOPLE = 5;
const EACH = 4;
const REST_MS = 60_000;
/** How much of what it had before the pictures it may have a minute after them. */
const MOST_KEPT = 1.2;

const SHOWN = {
  imeis: ['356938035643809', '356938035643817'],
  serial: 'R58M1234ABC',
  eid: '89049032004008882600012345678901',
  iccid: '8944110068123456789',
};
const LOOK = { dark: false, words: SCREEN_WORDS.en };
type File = readonly [name: string, bytes: Uint8Array];

const dial = () => dialSheet(SHOWN, LOOK);
const about = (dark = false) => rowsAbout(SHOWN, { ...LOOK, dark }, 'samsung');

/** Small ones of each kind: the letters are read on all but the last. */
async function someFiles(): Promise<readonly File[]> {
  return [
    ['a.jpg', photoOf(about(), { barPx: 2, margin: 1 })],
    ['b.webp', await webpOf(pixelsOf(dial(), { barPx: 2, margin: 1 }))],
    ['c.heic', heicOf(shadesOf(pixelsOf(dial(), { barPx: 2, margin: 1 })))],
    ['d.pdf', pdfOf([{ text: [[60, 80, `IMEI ${SHOWN.imeis[0]}`]] }])],
    [
      'e.webp',
      movingWebp(await webpOf(pixelsOf(await dialScreen(SHOWN.imeis))), { width: 16_000, height: 16_000 }),
    ],
  ];
}

/** As large as they are taken, and as cameras and scanners send them. */
async function largeFiles(): Promise<readonly File[]> {
  const label = await boxLabel({ imeis: SHOWN.imeis, serial: SHOWN.serial, ean: '8806090310409' });
  const scan = { barPx: 4, margin: 1.3, quality: 85 } as const;
  const { width, height } = pixelsOf(about(), scan);
  const page = { jpeg: { bytes: photoOf(about(), scan), width, height } };
  const screen = pixelsOf(about(true), { barPx: 7, margin: 1.4 });
  return [
    ...(await someFiles()),
    ['f.jpg', textured('wood', 4_000, 3_000)],
    ['g.jpg', textured('fabric', 4_000, 3_000)],
    ['h.jpg', photoOf(label, { barPx: 7, turnedBy: 12, noise: 12 })],
    ['i.jpg', photoOf(dial(), { barPx: 6, turnedBy: 184, noise: 6, light: 0.6 })],
    ['j.webp', await webpOf(screen, 100)],
    ['k.heic', heicOf(shadesOf(screen))],
    ['l.pdf', pdfOf([page, page, page, page])],
  ];
}

function send(
  person: Pick<ReturnType<typeof createPerson>, 'sendFile'>,
  files: readonly File[],
  from: number,
): void {
  for (let sent = from; sent < from + EACH; sent += 1) {
    const [name, bytes] = files[sent % files.length] ?? ['', new Uint8Array()];
    person.sendFile({ name, bytes });
  }
}

describe('pictures with text from five people', () => {
  it('are answered in bounded memory, which is given back', async () => {
    const files = await largeFiles();
    const telegram = await startTelegram(systemClock);
    const bot = startMain({
      directory: await emptyDirectory(),
      environment: { TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url },
    });
    await eventually(() => bot.stderr.includes('Connected to Telegram'));
    const people = Array.from({ length: PEOPLE }, (_, index) => createPerson(telegram, { id: 100 + index }));
    // One number each, so that what is only loaded once is there.
    for (const person of people) person.say('490154203237518');
    const texts = () => telegram.chats.messages.filter(({ fromBot }) => fromBot).map(({ text }) => text);
    await eventually(() => texts().filter((text) => text.includes('NOKIA')).length === PEOPLE);
    const before = await heldMb(bot.pid);
    const peakMb = watchPeak(bot.pid);

    for (const [index, person] of people.entries()) send(person, files, index * EACH);
    const answered = () =>
      texts().filter((text) => !/Looking at the picture|Reading \w\.\w+/u.test(text)).length;
    await eventually(() => answered() >= PEOPLE * (EACH + 1), 1_500_000);

    expect(texts().filter((text) => text.includes('Something went wrong'))).toEqual([]);
    const peak = await peakMb();
    await sleep(REST_MS);
    const after = await heldMb(bot.pid);
    process.stdout.write(
      `before ${Math.round(before)} MB, at most ${Math.round(peak)}, then ${Math.round(after)}\n`,
    );
    expect(peak).toBeLessThan(MOST_READING_MB);
    expect(after).toBeLessThan(MOST_KEPT * before);
    bot.signal('SIGTERM');
    expect((await bot.ended).exitCode).toBe(0);
  });
});
