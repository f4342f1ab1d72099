import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { ToolName } from '../../../src/config/arguments.ts';
import type { ReplyRecord, ReplyWithButtons } from '../../../src/core/reply/reply.ts';
import { runTool } from '../../../src/operate/run-tool.ts';
import { SANDBOX_KEY } from '../../../src/sandbox/responses/keys.ts';
import { startSandbox } from '../../../src/sandbox/sandbox-server.ts';
import { makeKnownAt } from '../checks/known-store.ts';
import { emptyDirectory } from '../empty-directory.ts';
import { type BotInHand, startBotInHand } from './bot-in-hand.ts';
import type { Ended } from './process-main.ts';

const ASKER = 'telegram:user:1';
/** An IMEI whose answer is saved. */
export const KEPT = '490154203237518';
/** An IMEI that is asked for while the window is full, so its request stays open. */
const LEFT_OPEN = '352099001761481';
/** One check fills the window for longer than a test takes. */
const FULL_WINDOW = { LIMIT_PER_WINDOW: '1', LIMIT_WINDOW: '10m' } as const;

/**
 * The length of the service's window. A start that does not know what was sent before waits for a
 * window and a time-out.
 */
const WINDOW_MS = 500;

export const asking = (text: string) =>
  ({
    requester: ASKER,
    input: { kind: 'command', name: 'imei', options: { kind: 'text', text } },
  }) as const;

export const recordsOf = ({ records }: ReplyWithButtons): readonly ReplyRecord[] =>
  records?.() ?? [];

/** The path of a SQLite store. */
export const fileOf = (storeUrl = ''): string => storeUrl.replace('sqlite://', '');

type More = Readonly<Record<string, string>>;
type Words = readonly [ToolName, ...string[]];

export type TestInstallation = Awaited<ReturnType<typeof createInstallation>>;

/** An installation as an operator has it: a directory, a service, and the settings for both. */
export async function createInstallation() {
  const service = await startSandbox({ limits: 'none' });
  onTestFinished(() => service.close());
  const directory = await emptyDirectory();
  const settings = {
    STORE_URL: `sqlite://${join(directory, 'bot.sqlite')}`,
    LOOKUP_BASE_URL: service.url,
    LOOKUP_API_KEY: SANDBOX_KEY,
    LIMIT_WINDOW: `${WINDOW_MS}ms`,
    LOOKUP_TIMEOUT: '1s',
  };
  /** Starts the bot on the store of these settings. It is stopped with the test at the latest. */
  const start = (more: More = {}): Promise<BotInHand> =>
    startBotInHand('telegram', { ...settings, ...more });
  return {
    service,
    directory,
    settings,
    start,
    /**
     * Starts a bot whose window takes a single check. It answers {@link KEPT}, and leaves a request
     * for another IMEI open.
     */
    startFilled: async (more: More = {}) => {
      await makeKnownAt(more.STORE_URL ?? settings.STORE_URL, more.CACHE_SECRET);
      const bot = await start({ ...FULL_WINDOW, ...more });
      await bot.ask(asking(KEPT));
      await bot.begin(asking(LEFT_OPEN));
      return bot;
    },
    /** Runs one of the tools, without the second that a process takes to start. */
    run: (args: Words, more: More = {}, columns?: number) =>
      runHere(args, { directory, env: { ...settings, ...more }, columns }),
  };
}

interface Workplace {
  readonly directory: string;
  readonly env: More;
  /** The width of the terminal, in characters; undefined for a pipe. */
  readonly columns?: number | undefined;
}

/** Changes the working directory for a while: nothing else in a test depends on it. */
async function runHere(
  [name, ...words]: Words,
  { directory, env, columns }: Workplace,
): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  const before = process.cwd();
  process.chdir(directory);
  try {
    const exitCode = await runTool(name, words, {
      env,
      stdout: { write: (text) => (stdout += text), columns },
      stderr: { write: (text) => (stderr += text) },
    });
    return { exitCode, stdout, stderr };
  } finally {
    process.chdir(before);
  }
}

/**
 * Expects that a bot on a store from elsewhere has the saved answer, and pays only for the request
 * that was open. It waits for a window before that, since nobody knows what was sent meanwhile.
 */
export async function expectNothingLost(
  { service, start }: Pick<TestInstallation, 'service' | 'start'>,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const paidBefore = service.paidChecks.length;
  const startedAt = performance.now();
  const bot = await start(more);
  // A request that was answered during the backup may be open in it, and is answered again.
  const takenUp = () => bot.takenUp.flatMap(recordsOf).filter(({ imei }) => imei !== KEPT);
  await expect.poll(takenUp).toMatchObject([{ result: 'found', imei: LEFT_OPEN }]);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(WINDOW_MS);
  expect(recordsOf(await bot.ask(asking(KEPT)))).toMatchObject([
    { result: 'found', source: 'cache' },
  ]);
  expect(service.paidChecks.slice(paidBefore)).toEqual([LEFT_OPEN]);
  await bot.stop();
}
