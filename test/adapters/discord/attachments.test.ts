import { createServer } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { createReadFile } from '../../../src/adapters/discord/files.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { createInbox, stageDiscord } from './stage.ts';

const BYTES = new TextEncoder().encode('imei\n490154203237518\n');
const LIMITS = { maxBytes: 1_000, signal: new AbortController().signal };

async function attached() {
  const stage = await stageDiscord();
  const inbox = createInbox();
  await stage.adapter.start(inbox.receive, suggestNothing);
  stage.discord.command('imei', { file: { name: 'phones.csv', bytes: BYTES } });
  await expect.poll(() => inbox).toHaveLength(1);
  const ask = inbox[0]?.request.ask;
  const file = ask?.kind === 'command' && ask.options.kind === 'values' ? ask.options.values.file : undefined;
  if (typeof file !== 'object') throw new Error('no file came');
  return { ...stage, file };
}

describe('an attachment', () => {
  it('is described by what Discord tells, and fetched without the token of the bot', async () => {
    const { adapter, discord, file, close } = await attached();
    expect(file).toMatchObject({ name: 'phones.csv', sizeBytes: BYTES.length, contentType: 'text/csv' });
    expect(new Uint8Array(await adapter.readFile(file, LIMITS))).toEqual(BYTES);
    expect(discord.calls(/^GET \/attachments/).map(({ authorized }) => authorized)).toEqual([false]);
    await close();
  });

  it('GIVEN the server stumbles THEN it is asked again, and given up after a few times', async () => {
    const { adapter, discord, file, close } = await attached();
    discord.fail({ on: /^GET \/attachments/, instead: { status: 503 } });
    const first = adapter.readFile(file, LIMITS);
    await expect.poll(() => discord.calls(/^GET \/attachments/)).toHaveLength(1);
    await vi.waitFor(
      () => {
        discord.clock.skip(5_000);
        expect(discord.calls(/^GET \/attachments/)).toHaveLength(2);
      },
      { timeout: 5_000 },
    );
    expect(new Uint8Array(await first)).toEqual(BYTES);
    await close();
  });

  it('is never fetched from anywhere else, and no redirect is followed', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const clock = { ...systemClock, sleep: async () => undefined };
    const file = { name: 'a.csv', location: `${origin}/attachments/1/a.csv` };

    const guarded = createReadFile({ clock });
    await expect(guarded(file, LIMITS)).rejects.toMatchObject({ why: 'failed' });
    const lookalike = { ...file, location: 'https://cdn.discordapp.com.example.org/a.csv' };
    await expect(guarded(lookalike, LIMITS)).rejects.toMatchObject({ why: 'failed' });
    await expect(guarded({ ...file, location: 'a.csv' }, LIMITS)).rejects.toMatchObject({ why: 'failed' });
    expect(asked).toEqual([]);

    await expect(createReadFile({ clock, attachmentOrigins: [origin] })(file, LIMITS)).rejects.toMatchObject({
      why: 'failed',
    });
    expect(new Set(asked)).toEqual(new Set(['/attachments/1/a.csv']));
    server.closeAllConnections();
    server.close();
  });
});
