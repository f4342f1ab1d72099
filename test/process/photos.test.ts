import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { boxLabel } from '../support/files/drawn-labels.ts';
import { photoOf } from '../support/files/photos.ts';
import { emptyDirectory, eventually, runMain, startMain } from '../support/process/process-main.ts';
import { createPerson } from '../support/telegram/people.ts';
import { startTelegram, TOKEN } from '../support/telegram/server.ts';

const IMEIS = ['490154203237518', '490154203237526'];
const labelled = () => boxLabel({ imeis: IMEIS, serial: 'R58M1234ABC', ean: '8806090310409' });

describe('a photo at the console', () => {
  it('is read by the program as it is built, and answered', async () => {
    const directory = await emptyDirectory();
    await writeFile(join(directory, 'label.jpg'), photoOf(await labelled(), { turnedBy: 12 }));

    const { exitCode, stdout } = await runMain({ args: ['/imei file:label.jpg'], directory });

    for (const part of [...IMEIS, 'NOKIA', 'two IMEIs of one phone']) {
      expect(stdout).toContain(part);
    }
    expect(exitCode).toBe(0);
  });

  it('without a code ends with 1, and what to do', async () => {
    const directory = await emptyDirectory();
    await writeFile(join(directory, 'wall.jpg'), photoOf({ svg: '', width: 40, height: 30 }));

    const { exitCode, stdout } = await runMain({ args: ['/imei file:wall.jpg'], directory });

    expect(stdout).toContain('I don’t see an IMEI here');
    expect(exitCode).toBe(1);
  });
});

describe('a photo in Telegram', () => {
  it('is answered in its chat, and the bot ends when it is told to', async () => {
    const telegram = await startTelegram(systemClock);
    const ann = createPerson(telegram, { id: 42 });
    ann.begin();
    const bytes = photoOf(await labelled());
    telegram.files.set('large', bytes);
    const bot = startMain({
      directory: await emptyDirectory(),
      environment: { TELEGRAM_TOKEN: TOKEN, TELEGRAM_API_URL: telegram.url },
    });
    await eventually(() => bot.stderr.includes('Connected to Telegram'));

    const photo = [
      { file_id: 'large', file_unique_id: 'l', width: 800, height: 400, file_size: bytes.byteLength },
    ];
    ann.sendFile({ name: '', bytes }, { parts: { photo, document: undefined } as object });

    await eventually(() =>
      telegram.chats.messages.some(({ text }) => text.includes('two IMEIs of one phone')),
    );
    const answer = telegram.chats.messages.find(({ text }) => text.includes('two IMEIs of one phone'))?.text;
    for (const part of IMEIS) expect(answer).toContain(part);
    bot.signal('SIGTERM');
    expect((await bot.ended).exitCode).toBe(0);
  });
});
