import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@keyv/redis';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { emptyDirectory } from '../process/process-main.ts';
import { startRedis } from './redis.ts';

const FIXTURES = new URL('../../fixtures/', import.meta.url);
/** The next version starts so long after the kill. */
const DOWN_MS = 1_000;
/** In a shared store, a process has to be unheard of for a while before its requests are another's. */
const FASTER = 8;

const factsSchema = z.object({
  /** Milliseconds since 1970. */
  killedAt: z.number(),
  uptime: z.number(),
  secret: z.string(),
  serviceUrl: z.string(),
  imeis: z.object({
    found: z.string(),
    notFound: z.string(),
    unread: z.string(),
    cutOff: z.string(),
    refused: z.string(),
  }),
  /** When checks were sent. */
  arrivals: z.array(z.number()),
  statusCalls: z.number(),
  /** The requests that nobody answered. */
  open: z.array(z.object({ id: z.string(), asked: z.string() })),
  /** The reply with the device. */
  found: z.object({
    target: z.object({ message: z.number() }),
    actions: z.array(z.object({ label: z.string(), token: z.string() })),
  }),
});

/** What an earlier version left when it was killed, ready to be opened, and what is known of its life. */
export interface OldStore extends z.infer<typeof factsSchema> {
  readonly url: string;
  /** Goes on from shortly after the kill, whatever day it is: also for libraries that ask for the date themselves. */
  readonly clock: Clock;
}

/** A copy of the file that `test/fixtures/make-old-store.mjs` made. */
export async function oldSqlite(): Promise<OldStore> {
  const file = join(await emptyDirectory(), 'store.sqlite');
  for (const end of ['', '.mark'])
    await copyFile(new URL(`old-store.sqlite${end}`, FIXTURES), `${file}${end}`);
  return oldStore(`sqlite://${file}`, 'old-store');
}

/** A Redis with what `test/fixtures/make-old-store.mjs` found in one. */
export async function oldRedis(): Promise<OldStore> {
  const server = await startRedis();
  onTestFinished(() => server.destroy());
  const client = await createClient({ url: server.url }).connect();
  const keys = z
    .array(z.object({ command: z.array(z.string()), keptMs: z.number().optional() }))
    .parse(JSON.parse(await readFile(new URL('old-redis.json', FIXTURES), 'utf8')));
  for (const { command, keptMs } of keys) {
    await client.sendCommand(command);
    if (keptMs !== undefined) await client.pExpire(command[1] ?? '', keptMs);
  }
  client.destroy();
  return oldStore(server.url, 'old-redis');
}

async function oldStore(url: string, name: string): Promise<OldStore> {
  const facts = factsSchema.parse(
    JSON.parse(await readFile(new URL(`${name}.facts.json`, FIXTURES), 'utf8')),
  );
  const startedAt = systemClock.elapsed();
  const elapsed = (): number => (systemClock.elapsed() - startedAt) * FASTER;
  vi.useFakeTimers({ toFake: ['Date'], now: facts.killedAt + DOWN_MS });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const clock: Clock = {
    now: () => facts.killedAt + DOWN_MS + elapsed(),
    elapsed,
    uptime: () => facts.uptime + DOWN_MS + elapsed(),
    sleep: (ms, ...more) => systemClock.sleep(ms / FASTER, ...more),
  };
  return { ...facts, url, clock };
}
