import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { workOnTable } from '../../src/tables/work.ts';
import { hostileTables, TABLE_ANSWERED } from '../support/files/hostile-files.ts';
import { workbookParts, zipOf } from '../support/files/tables.ts';
import { MOST_MB, watchPeak } from '../support/measure/peak-memory.ts';
import { leastTakenBy } from '../support/measure/processor-time.ts';
import { emptyDirectory, eventually, startMain } from '../support/process/process-main.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const PEOPLE = 5;
/** As many as one person may have here at a time. */
const EACH = 5;
/** By `src/tables/files.ts`, of the clock. */
const GIVEN_MS = 10_000;
const ROWS = 20_000;
const COLUMNS = 12;

const rowsOf = (row: (number: number) => string): string =>
  Array.from({ length: ROWS }, (_, number) => row(number)).join('');

/** As large as a table may be that is read to its end. */
function largeTables(): readonly (readonly [string, Uint8Array])[] {
  const cells = Array.from({ length: COLUMNS }, (_, column) => `cell ${column} of a row`).join(';');
  const inline = '<c t="inlineStr"><is><t>cell of a row</t></is></c>'.repeat(COLUMNS);
  return [
    ['large.csv', Buffer.from(rowsOf((number) => `${number};${cells}\n`).slice(0, 4_900_000))],
    ['large.xlsx', zipOf(workbookParts(rowsOf((number) => `<row r="${number + 1}">${inline}</row>`)))],
  ];
}

/** 200 MB that are packed in 200 kB, where a workbook has its pictures. */
function workbookOfPictures(): Uint8Array {
  const picture = Buffer.alloc(20_000_000);
  const pictures = Array.from({ length: 10 }, (_, index) => [`xl/media/${index}.png`, picture] as const);
  const rows = '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>';
  return zipOf({ ...workbookParts(rows), ...Object.fromEntries(pictures) });
}

function worstTables(): readonly (readonly [string, Uint8Array])[] {
  const made = hostileTables().map(({ name, content }) => [name, Buffer.from(content())] as const);
  return [...largeTables(), ['pictures.xlsx', workbookOfPictures()], ...made];
}

it.each(worstTables())(
  '%s is read in less than the ten seconds of a processor that it is given',
  async (_, bytes) => {
    const { inAllMs } = await leastTakenBy(
      () => workOnTable({ kind: 'read', bytes, most: 200, knownTacs: undefined }),
      {
        inAllMs: GIVEN_MS,
      },
    );
    expect(inAllMs).toBeLessThan(GIVEN_MS);
  },
);

describe('the worst tables from five people at once', () => {
  it('are answered one by one, in bounded memory, while the bot answers others', async () => {
    const telegram = await startTelegram(systemClock);
    const bot = startMain({
      directory: await emptyDirectory(),
      environment: { TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url },
    });
    await eventually(() => bot.stderr.includes('Connected to Telegram'));
    const peakMb = watchPeak(bot.pid);
    const tables = worstTables();
    for (let index = 0; index < PEOPLE; index += 1) {
      const person = createPerson(telegram, { id: 100 + index });
      for (let sent = 0; sent < EACH; sent += 1) {
        const [name, bytes] = tables[(index * EACH + sent) % tables.length] ?? ['', new Uint8Array()];
        person.sendFile({ name, bytes });
      }
    }
    const texts = () => telegram.chats.messages.filter(({ fromBot }) => fromBot).map(({ text }) => text);

    const ann = createPerson(telegram, { id: 7 });
    ann.begin();
    ann.say('490154203237518');
    await eventually(() => texts().some((text) => text.includes('NOKIA')));
    const answered = () => texts().flatMap((text) => text.match(TABLE_ANSWERED) ?? []);
    await eventually(() => answered().length >= PEOPLE * EACH, 1_100_000);

    expect(await peakMb()).toBeLessThan(MOST_MB);
    bot.signal('SIGTERM');
    expect((await bot.ended).exitCode).toBe(0);
  });
});
