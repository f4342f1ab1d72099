import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { emptyWebp, lossyWebp } from '../support/files/drawn-webp.ts';
import { beforeTooMuch, HOSTILE_DOCUMENTS, SLOW_DOCUMENTS } from '../support/files/hostile-documents.ts';
import {
  branchingHeic,
  endlessHeic,
  pieceworkHeic,
  repeatedHeic,
  tiledHeic,
} from '../support/files/hostile-heic.ts';
import { deepPng, emptyGif, emptyJpeg, emptyPng } from '../support/files/hostile-pictures.ts';
import { MOST_READING_MB, watchPeak } from '../support/measure/peak-memory.ts';
import { emptyDirectory, eventually, startMain } from '../support/process/process-main.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const PEOPLE = 5;
const EACH = 20;
/** How many of one person's are taken at the same time. */
const TAKEN = 5;
const MEGABYTE = 1_024 * 1_024;

type Pictures = readonly (readonly [name: string, bytes: Uint8Array])[];

/** In formats that the decoder of codes does not know, and documents: some are refused by their header, others need their whole time. */
function others(): Pictures {
  return [
    ['g.webp', emptyWebp(3_600, 3_600)],
    ['h.webp', emptyWebp(16_000, 16_000)],
    ['i.heic', branchingHeic()],
    ['j.heic', pieceworkHeic()],
    ['m.pdf', beforeTooMuch('352099001761481')],
    ...documentsOf(HOSTILE_DOCUMENTS.slice(0, 3)),
    ['n.heic', tiledHeic(30, 30)],
    ['o.heic', endlessHeic('grid')],
    ['q.heic', repeatedHeic(32)],
    ['r.heic', repeatedHeic(64)],
    ['p.webp', lossyWebp(3_600, 3_600, 1_000_000)],
    ...documentsOf([...HOSTILE_DOCUMENTS, ...SLOW_DOCUMENTS]),
  ];
}

function documentsOf(documents: typeof HOSTILE_DOCUMENTS): Pictures {
  return documents.map(([, make], index) => [`${String.fromCharCode(97 + index)}.pdf`, make()]);
}

function largePictures(): Pictures {
  return [
    ['a.png', deepPng(4_096, 3_072)],
    ['b.jpg', emptyJpeg(4_000, 3_000, 18 * MEGABYTE)],
    ['c.jpg', emptyJpeg(8_000, 6_200)],
    ['d.gif', emptyGif(7_000, 7_000)],
    ['e.png', emptyPng(8_100, 6_100)],
    ['f.png', emptyPng(60_000, 60_000)],
  ];
}

describe('a batch of hostile pictures from five people', () => {
  it('is answered picture by picture, in bounded memory, while the bot answers others', async () => {
    const telegram = await startTelegram(systemClock);
    const bot = startMain({
      directory: await emptyDirectory(),
      environment: { TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url },
    });
    await eventually(() => bot.stderr.includes('Connected to Telegram'));
    const peakMb = watchPeak(bot.pid);
    const pictures = [...largePictures(), ...others()];
    const people = Array.from({ length: PEOPLE }, (_, index) => createPerson(telegram, { id: 100 + index }));
    for (let sent = 0; sent < EACH; sent += 1) {
      for (const person of people) {
        const [name, bytes] = pictures[(sent * PEOPLE + person.id) % pictures.length] ?? [
          '',
          new Uint8Array(),
        ];
        person.sendFile({ name, bytes });
      }
    }
    const texts = () => telegram.chats.messages.filter(({ fromBot }) => fromBot).map(({ text }) => text);
    const refused = () => texts().filter((text) => text.includes('still working on your other files')).length;
    // “This picture took too long to read” is an answer.
    const answered = () =>
      texts().filter((text) => !/Looking at the picture|Reading \w\.\w{3,4}/u.test(text)).length;

    // Somebody who has nothing to do with it is answered meanwhile.
    const ann = createPerson(telegram, { id: 7 });
    ann.begin();
    ann.say('490154203237518');
    await eventually(() => texts().some((text) => text.includes('NOKIA')));
    await eventually(() => answered() >= PEOPLE * EACH + 1, 1_700_000);

    expect(refused()).toBeGreaterThan(0);
    expect(refused()).toBeLessThanOrEqual(PEOPLE * (EACH - TAKEN));
    expect(texts().filter((text) => text.includes('Something went wrong'))).toEqual([]);
    // What a decoder says of a stranger's file is no line of the log.
    expect(bot.stderr).not.toMatch(/grow|Aborted|decoder/u);
    const peak = await peakMb();
    process.stdout.write(`at most ${Math.round(peak)} MB\n`);
    expect(peak).toBeLessThan(MOST_READING_MB);
    bot.signal('SIGTERM');
    expect((await bot.ended).exitCode).toBe(0);
  });
});
