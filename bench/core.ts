import { startBot } from '../src/bot/run.ts';
import { type Answers, createAnswers } from '../src/checks/answers.ts';
import type { Receive, Suggest, Suggestion } from '../src/core/adapter.ts';
import { systemClock } from '../src/core/clock.ts';
import type { ShownReply } from '../src/core/reply.ts';
import { asImei, type Imei } from '../src/imei/imei.ts';
import { createLog } from '../src/ops/log/log.ts';
import type { RawAnswer } from '../src/provider/device.ts';
import { DEVICE_IDENTITY } from '../src/provider/device-identity/definition.ts';
import { SANDBOX_KEY } from '../src/sandbox/answers/keys.ts';
import { startSandbox } from '../src/sandbox/server.ts';
import { createSeal } from '../src/store/seal/seal.ts';
import { always, readRaw } from '../test/support/checks/reading.ts';
import { imeiOf } from '../test/support/imeis.ts';
import { parseConfig } from '../test/support/settings.ts';
import { createSqliteStore } from '../test/support/store/sqlite-store.ts';

/** Any text of some length. */
const SECRET = 'a bench keeps no secrets';
const TAC = '49015420';
const YEAR_MS = 365 * 86_400_000;

/** A phone that the sandbox knows, by its serial number. */
export function knownImei(serial: number): Imei {
  const imei = asImei(imeiOf(TAC, serial));
  if (imei === undefined) throw new Error(`no IMEI of serial number ${serial}`);
  return imei;
}

/** What the sandbox answers of a phone, with all that a FULL key is told. */
export async function fullAnswer(): Promise<RawAnswer> {
  const sandbox = await startSandbox({ limits: 'none' });
  const client = DEVICE_IDENTITY.connect({
    baseUrl: sandbox.url,
    apiKey: SANDBOX_KEY,
    timeoutMs: 5_000,
    limits: DEVICE_IDENTITY.limits,
  });
  const raw = await client.check(knownImei(0), always);
  await sandbox.close();
  return raw;
}

/** The bot's own answer cache over a file, as another process would open it. */
export function openCache(file: string): {
  readonly cache: Answers;
  readonly close: () => Promise<void>;
} {
  const store = createSqliteStore(`sqlite://${file}`, systemClock);
  const cache = createAnswers({
    read: readRaw,
    keyv: store.keyv,
    seal: createSeal(SECRET),
    clock: systemClock,
    settings: { scope: 'imei', foundTtlMs: YEAR_MS, notFoundTtlMs: YEAR_MS, realm: 'sandbox', sandbox: true },
  });
  return { cache, close: () => store.close() };
}

/** Everything but the platforms: text in, the last state of the reply out. */
export interface Core {
  ask(text: string): Promise<ShownReply>;
  /** What is offered while somebody types: from what is known, with nothing written down. */
  suggest(text: string): Promise<readonly Suggestion[]>;
  stop(): Promise<void>;
}

/** Starts the bot on a file, with nobody but the bench to talk to. */
export async function startCore(file: string): Promise<Core> {
  const configured = parseConfig({ STORE_URL: `sqlite://${file}`, CACHE_SECRET: SECRET });
  if (!configured.ok) throw new Error(configured.problems.join());
  let receive: Receive | undefined;
  let suggest: Suggest | undefined;
  const bot = await startBot({
    config: configured.config,
    clock: systemClock,
    log: createLog({ level: 'silent', secrets: [], readable: false }),
    createPlatforms: async () => ({
      adapters: [
        {
          platform: 'bench',
          start: async (...handed) => {
            [receive, suggest] = handed;
          },
          connected: () => true,
          reopen: async () => undefined,
          readFile: () => Promise.reject(new Error('a bench has no files')),
          notify: async () => true,
          stop: async () => undefined,
        },
      ],
      mounts: [],
    }),
  });
  let asked = 0;
  const person = { requester: 'bench:user:1', scopes: [], locale: 'en', visibility: 'private' } as const;
  return {
    ask: (text) =>
      new Promise((resolve, reject) => {
        asked += 1;
        const ask = { kind: 'command', name: 'imei', options: { kind: 'text', text } } as const;
        receive?.(
          { id: `bench:${process.pid}:${asked}`, ask, ...person, target: {} },
          async (reply, { last }) => {
            if (last) resolve(reply);
            return {};
          },
        ).catch(reject);
      }),
    suggest: async (text) => (await suggest?.(text, person)) ?? [],
    stop: bot.stop,
  };
}
