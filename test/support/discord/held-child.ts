import { mock } from 'node:test';
import { queryObjects } from 'node:v8';
import type { DiscordApi } from '../../../src/adapters/discord/outbound/api.ts';
import { REST } from '../../../src/adapters/discord/sdk.ts';
import { acknowledged, createApiOf } from './acknowledged.ts';
import { type FakeDiscord, startFakeDiscord } from './fake.ts';

/** What a process has left of answers on Discord, counted after a collection. */
export interface HeldAfterAnswers {
  readonly answers: number;
  /** Signals of deadlines after some answers, and after as many more. */
  readonly signals: readonly [before: number, after: number];
  /** Lines in the library at once, and a moment later. */
  readonly lines: readonly [atOnce: number, later: number];
}

/** The library cleans up every ten seconds. */
const MOMENT_MS = 10_000;
const ANSWERS = 40;

/**
 * Answers on a fake Discord, and tells what it holds then. In a process of its own: all objects of a process are looked at for
 * this, which takes a minute where hundreds of other tests were before.
 */
async function count(): Promise<HeldAfterAnswers> {
  mock.timers.enable({ apis: ['setInterval'] });
  const discord = await startFakeDiscord();
  const api = createApiOf(discord);
  // What the first calls load and open stays.
  await answerMany(api, discord);
  const before = countOf(AbortSignal);
  await answerMany(api, discord);
  const after = countOf(AbortSignal);
  const Line = await classOfLines();
  const atOnce = countOf(Line);
  mock.timers.tick(MOMENT_MS);
  const later = countOf(Line);
  // It goes on after that.
  await answer(api, discord);
  return { answers: ANSWERS, signals: [before, after], lines: [atOnce, later] };
}

async function answerMany(api: DiscordApi, discord: FakeDiscord): Promise<void> {
  for (let number = 0; number < ANSWERS; number += 1) await answer(api, discord);
}

async function answer(api: DiscordApi, discord: FakeDiscord): Promise<void> {
  const target = await acknowledged(api, discord);
  await api.edit(target, { body: { content: 'Answer' }, files: [] }, { last: true });
}

/** The library does not export it. */
async function classOfLines() {
  const rest = new REST({ makeRequest: () => Promise.reject(new Error('nobody there')), retries: 0 });
  await rest.get('/gateway', { auth: false }).catch(() => undefined);
  const [line] = rest.handlers.values();
  if (line === undefined) throw new Error('the library keeps no lines');
  return line.constructor as new () => unknown;
}

function countOf(ofClass: abstract new () => unknown): number {
  return queryObjects(ofClass, { format: 'count' });
}

process.send?.(await count());
process.disconnect();
process.exit();
