import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBot } from '../../src/bot/run.ts';
import type { Adapter, Receive, Request } from '../../src/core/adapter.ts';
import { deferred } from '../../src/core/async/promises.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { createMetrics } from '../../src/ops/metrics/metrics.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';
import { configOf } from '../support/settings.ts';

const ASK: Request = {
  id: 'telegram:1',
  ask: { kind: 'command', name: 'imei', options: { kind: 'text', text: '490154203237518' } },
  requester: 'telegram:user:1',
  scopes: [],
  locale: 'en',
  visibility: 'private',
  target: { message: 1 },
};

/** What a bot that is watched shows: its metrics after one question, and its log. */
export interface WatchedBot {
  /** In Prometheus' text format, after one IMEI was asked for, the state of the key, and its picture. */
  readonly metrics: string;
  /** The lines of the log, which are JSON. */
  readonly logged: readonly string[];
}

/** Runs the bot on its sandbox with one platform, asks it for one IMEI, and reads its metrics. */
export async function watchBot(environment: Readonly<Record<string, string>> = {}): Promise<WatchedBot> {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-watched-'));
  const config = configOf({
    STORE_URL: `sqlite://${join(directory, 'store.sqlite')}`,
    HTTP_PORT: '8081',
    PRICE_PER_CHECK: '0.02',
    ...environment,
  });
  const logged: string[] = [];
  const platform = createPlatform();
  const log = createLog({
    level: 'info',
    secrets: config.secrets,
    readable: false,
    destination: { write: (line) => logged.push(line) },
  });
  const { pricePerCheck } = config;
  const counted = createMetrics({ log, platforms: ['telegram'], pricePerCheck, version: '0.0.0' });
  const bot = await startBot({
    ...{ config, clock: systemClock, log, metrics: counted },
    platforms: [{ create: async () => platform.adapter }],
  });
  await platform.ask(ASK);
  let metrics = '';
  // A request is open until its reply is known to be shown.
  do {
    metrics = (await counted.render()).text;
  } while (!metrics.includes('\nimei_bot_open_requests 0\n'));
  await bot.stop();
  await rm(directory, { recursive: true });
  return { metrics, logged };
}

function createPlatform(): { readonly adapter: Adapter; ask(request: Request): Promise<void> } {
  const served = deferred<Receive>();
  return {
    adapter: fakeAdapter({ start: async (receive) => served.resolve(receive) }),
    ask: async (request) => {
      const receive = await served.promise;
      const answered = deferred<void>();
      await receive(request, async (_reply, { last }) => {
        if (last) answered.resolve();
        return request.target;
      });
      await answered.promise;
    },
  };
}
