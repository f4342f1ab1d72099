import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/time/clock.ts';
import { createFiles } from '../../src/files/files.ts';
import { dialSheet, rowsAbout, SCREEN_WORDS } from '../photos/drawn-screens.ts';
import { textured } from '../photos/textures.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { boxLabel } from '../support/files/drawn-labels.ts';
import { photoOf } from '../support/files/photos.ts';
import { workbookParts, zipOf } from '../support/files/tables.ts';
import { childrenMs } from '../support/measure/processor-time.ts';
import { createBuiltRunner } from '../support/process/built-work.ts';
import { startMain } from '../support/process/process-main.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';
import { bombs, type HostileFile, hostileTables } from './hostile-files.ts';
import { deepPng, emptyGif, emptyJpeg, emptyPng, HOSTILE_DOCUMENTS } from './hostile-pictures.ts';
import { heldMb, MAX_READING_MB, watchPeak } from './peak-memory.ts';

const [PEOPLE, EACH] = [5, 12];
/** How many of one person's are taken at the same time. */
const TAKEN = 5;
/** Processor time, by `src/files/files.ts`. */
const GIVEN_MS = 15_000;
const REST_MS = 60_000;
const HEAP = '--max-semi-space-size=4 --max-old-space-size=768';
/**
 * What it may have a minute after the files: as much as after a day of messages (bench/RESULTS.md).
 */
const MAX_KEPT_MB = 200;
const ROWS = 50_000;

const never = new AbortController().signal;
const IMEIS = ['356938035643809', '356938035643817'];
const PHONE = {
  imeis: IMEIS,
  serial: 'R58M1234ABC',
  eid: '89049032004008882600012345678901',
  iccid: '8944110068123456789',
};
const LOOK = { dark: false, words: SCREEN_WORDS.en };

/** As large as they may be and are read to their end, and as cameras send them. */
const LARGE: readonly HostileFile[] = [
  { what: 'a large CSV', name: 'large.csv', content: () => 'a;b;c;d;e;f\n'.repeat(ROWS) },
  {
    what: 'a large workbook',
    name: 'large.xlsx',
    content: () => {
      const cells = '<c t="inlineStr"><is><t>cell of a row</t></is></c>'.repeat(6);
      return zipOf(
        workbookParts(
          Array.from({ length: ROWS }, (_, at) => `<row r="${at + 1}">${cells}</row>`).join(''),
        ),
      );
    },
  },
  {
    what: 'a screen',
    name: 'screen.jpg',
    content: () => photoOf(rowsAbout(PHONE, LOOK, 'samsung'), { barPx: 7, margin: 1.4 }),
  },
  {
    what: 'a dialler',
    name: 'dial.jpg',
    content: () => photoOf(dialSheet(PHONE, LOOK), { barPx: 6, turnedBy: 184, noise: 6 }),
  },
  { what: 'wood', name: 'wood.jpg', content: () => textured('wood', 4_000, 3_000) },
  { what: 'fabric', name: 'fabric.jpg', content: () => textured('fabric', 4_000, 3_000) },
];
const PICTURES: readonly HostileFile[] = [
  { what: 'a deep PNG', name: 'a.png', content: () => deepPng(4_096, 3_072) },
  {
    what: 'a JPEG of 18 MB',
    name: 'b.jpg',
    content: () => emptyJpeg(4_000, 3_000, 18 * 1_048_576),
  },
  { what: 'a progressive JPEG', name: 'c.jpg', content: () => emptyJpeg(8_000, 6_200) },
  { what: 'a large GIF', name: 'd.gif', content: () => emptyGif(7_000, 7_000) },
  { what: 'a large PNG', name: 'e.png', content: () => emptyPng(8_100, 6_100) },
  { what: 'a huge PNG', name: 'f.png', content: () => emptyPng(60_000, 60_000) },
];
const PLAIN: readonly HostileFile[] = [...hostileTables(), ...bombs(), ...PICTURES];
const WORST = [...PLAIN, ...HOSTILE_DOCUMENTS, ...LARGE];

describe('the child process', () => {
  it.each(WORST)('ends with $what, or reads it, within its limits', async ({ name, content }) => {
    const runner = createBuiltRunner();
    onTestFinished(() => runner.close());
    const before = childrenMs();
    const reading = await createFiles(runner, () => undefined).read(
      { bytes: Buffer.from(content()), name },
      never,
    );
    expect(reading.kind).toMatch(/^(?:text|table|picture|unusable)$/);
    await runner.close();
    expect(childrenMs() - before).toBeLessThan(GIVEN_MS * 1.2);
  });
});

describe('files from five people at once', () => {
  it('are answered in bounded memory, which is given back, while the bot answers others', async () => {
    const label = photoOf(
      await boxLabel({ imeis: IMEIS, serial: PHONE.serial, ean: '8806090310409' }),
      {
        turnedBy: 12,
      },
    );
    const files = [...WORST, { what: 'a label', name: 'label.jpg', content: () => label }];
    const telegram = await startTelegram(systemClock);
    const bot = startMain({
      directory: await emptyDirectory(),
      // As the image and `npm start` do.
      environment: { TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url, NODE_OPTIONS: HEAP },
    });
    await expect.poll(() => bot.stderr).toContain('Connected to Telegram');
    const texts = () =>
      telegram.chats.messages.filter(({ fromBot }) => fromBot).map(({ text }) => text);
    const ask = async (id: number, imei: string) => {
      const person = createPerson(telegram, { id });
      person.begin();
      const before = texts().length;
      person.say(imei);
      await expect
        .poll(() =>
          texts()
            .slice(before)
            .some((text) => text.includes('NOKIA')),
        )
        .toBe(true);
    };
    // So that what is only loaded once is there.
    await ask(6, '490154203237526');
    const before = await heldMb(bot.pid);
    const peakMb = watchPeak(bot.pid);
    const people = Array.from({ length: PEOPLE }, (_, index) =>
      createPerson(telegram, { id: 100 + index }),
    );
    for (let sent = 0; sent < EACH; sent += 1) {
      for (const [index, person] of people.entries()) {
        const { name, content } =
          files[(sent * PEOPLE + index) % files.length] ?? (files[0] as HostileFile);
        person.sendFile({ name, bytes: Buffer.from(content()) });
      }
    }
    await ask(7, '490154203237518');
    // “This picture took too long to read” is an answer.
    const answered = () =>
      texts().filter((text) => !/Looking at the picture|Reading [\w.]+/u.test(text)).length;
    await expect.poll(() => answered() >= PEOPLE * EACH + 2, { timeout: 1_700_000 }).toBe(true);
    const refused = texts().filter((text) =>
      text.includes('still working on your other files'),
    ).length;
    expect(refused).toBeLessThanOrEqual(PEOPLE * (EACH - TAKEN));
    expect(texts().filter((text) => text.includes('Something went wrong'))).toEqual([]);
    // The log has nothing that a decoder prints about a stranger's file.
    expect(bot.stderr).not.toMatch(/grow|Aborted|decoder/u);
    const peak = await peakMb();
    await sleep(REST_MS);
    const after = await heldMb(bot.pid);
    process.stdout.write(
      `before ${Math.round(before)} MB, at most ${Math.round(peak)}, then ${Math.round(after)}\n`,
    );
    expect(peak).toBeLessThan(MAX_READING_MB);
    expect(after).toBeLessThan(MAX_KEPT_MB);
    bot.signal('SIGTERM');
    expect((await bot.ended).exitCode).toBe(0);
  });
});
