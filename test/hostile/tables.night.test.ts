import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { createFiles } from '../../src/files/files.ts';
import { bombs, type HostileFile, hostileTables, TABLE_ANSWERED } from '../support/files/hostile-files.ts';
import { workbookParts, zipOf } from '../support/files/tables.ts';
import { childrenMs } from '../support/measure/children-time.ts';
import { MOST_READING_MB, watchPeak } from '../support/measure/peak-memory.ts';
import { createBuiltRunner } from '../support/process/built-work.ts';
import { emptyDirectory, eventually, startMain } from '../support/process/process-main.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const PEOPLE = 5;
/** As many as one person may have here at a time. */
const EACH = 5;
/** Processor time, by `src/files/files.ts`. */
const GIVEN_MS = 15_000;
const ROWS = 50_000;
const COLUMNS = 6;

/** As large as a table may be that is read to its end. */
function largeTables(): readonly HostileFile[] {
  const cells = Array.from({ length: COLUMNS }, (_, column) => `cell ${column}`).join(';');
  const inline = '<c t="inlineStr"><is><t>cell of a row</t></is></c>'.repeat(COLUMNS);
  const rows = (row: (number: number) => string): string =>
    Array.from({ length: ROWS }, (_, at) => row(at)).join('');
  return [
    { what: 'a large CSV', name: 'large.csv', content: () => rows((at) => `${at};${cells}\n`) },
    {
      what: 'a large workbook',
      name: 'large.xlsx',
      content: () => zipOf(workbookParts(rows((at) => `<row r="${at + 1}">${inline}</row>`))),
    },
  ];
}

const worstTables = (): readonly HostileFile[] => [...largeTables(), ...bombs(), ...hostileTables()];
const never = new AbortController().signal;

describe('the child process', () => {
  it.each(worstTables())('ends with $what, or reads it, within its limits', async ({ name, content }) => {
    const runner = createBuiltRunner();
    onTestFinished(() => runner.close());
    const tables = createFiles(runner, () => undefined);
    const before = childrenMs();
    const reading = await tables.read({ bytes: Buffer.from(content()), name }, never);
    expect(['too-much', 'no-imeis', 'not-a-table', 'text']).toContain(
      reading.kind === 'unusable' ? reading.why : reading.kind,
    );
    await runner.close();
    expect(childrenMs() - before).toBeLessThan(GIVEN_MS * 1.2);
  });
});

describe('a damaged workbook', () => {
  it('is read, or refused', async () => {
    const runner = createBuiltRunner();
    onTestFinished(() => runner.close());
    // The library never returns from some of them.
    const tables = createFiles(runner, () => undefined, 1_000);
    const rows = '<row r="1"><c r="A1"><v>490154203237518</v></c><c r="B1" t="b"><v>1</v></c></row>';
    const whole = zipOf(workbookParts(rows));
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(whole.length), async (changes, cutBytes) => {
        const damaged = whole.slice();
        for (const [at, byte] of changes) damaged[at] = byte;
        for (const bytes of [damaged, damaged.subarray(0, cutBytes)])
          expect((await tables.read({ bytes, name: 'a.xlsx' }, never)).kind).toMatch(
            /^(?:table|text|unusable)$/,
          );
      }),
      { numRuns: 300 },
    );
  });
});

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
        const table = tables[(index * EACH + sent) % tables.length];
        if (table !== undefined) person.sendFile({ name: table.name, bytes: Buffer.from(table.content()) });
      }
    }
    const texts = () => telegram.chats.messages.filter(({ fromBot }) => fromBot).map(({ text }) => text);

    const ann = createPerson(telegram, { id: 7 });
    ann.begin();
    ann.say('490154203237518');
    await eventually(() => texts().some((text) => text.includes('NOKIA')));
    const answered = () => texts().flatMap((text) => text.match(TABLE_ANSWERED) ?? []);
    await eventually(() => answered().length >= PEOPLE * EACH, 1_100_000);

    expect(await peakMb()).toBeLessThan(MOST_READING_MB);
    bot.signal('SIGTERM');
    expect((await bot.ended).exitCode).toBe(0);
  });
});
