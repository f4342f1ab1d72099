import { readdirSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@keyv/redis';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { emptyDirectory } from '../process/process-main.ts';
import { startRedis } from './redis.ts';

const STORES = new URL('../../fixtures/stores/', import.meta.url);
/** The versions that have left stores, each in a directory of its name. */
export const OLD_VERSIONS: readonly string[] = readdirSync(STORES).toSorted();

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

const fileFor = (version: string, name: string): URL => new URL(`${version}/${name}`, STORES);

/** A copy of the file that `test/fixtures/make-old-store.mjs` made. */
export async function oldSqlite(version: string): Promise<OldStore> {
  const file = join(await emptyDirectory(), 'store.sqlite');
  await copyOldSqlite(version, file);
  await copyFile(fileFor(version, 'store.sqlite.mark'), `${file}.mark`);
  return oldStore(`sqlite://${file}`, fileFor(version, 'sqlite.facts.json'));
}

/** Copies the file alone, as a backup would be. Resolves with the secret that opens it. */
export async function copyOldSqlite(version: string, to: string): Promise<string> {
  await copyFile(fileFor(version, 'store.sqlite'), to);
  return (await factsIn(fileFor(version, 'sqlite.facts.json'))).secret;
}

/** A Redis with what `test/fixtures/make-old-store.mjs` found in one. */
export async function oldRedis(version: string): Promise<OldStore> {
  const server = await startRedis();
  onTestFinished(() => server.destroy());
  const client = await createClient({ url: server.url }).connect();
  const keys = z
    .array(z.object({ command: z.array(z.string()), keptMs: z.number().optional() }))
    .parse(JSON.parse(await readFile(fileFor(version, 'redis.json'), 'utf8')));
  for (const { command, keptMs } of keys) {
    await client.sendCommand(command);
    if (keptMs !== undefined) await client.pExpire(command[1] ?? '', keptMs);
  }
  client.destroy();
  return oldStore(server.url, fileFor(version, 'redis.facts.json'));
}

async function factsIn(file: URL): Promise<z.infer<typeof factsSchema>> {
  return factsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

async function oldStore(url: string, factsFile: URL): Promise<OldStore> {
  const facts = await factsIn(factsFile);
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
    later: (ms, ...more) => systemClock.later(ms / FASTER, ...more),
  };
  return { ...facts, url, clock };
}
