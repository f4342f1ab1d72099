import { expect, onTestFinished } from 'vitest';
import type { RunOptions } from '../../src/bot/options.ts';
import { type Run, startRun } from '../../src/bot/run.ts';
import type { Adapter } from '../../src/core/adapter/adapter.ts';
import { systemClock } from '../../src/core/time/clock.ts';
import { NO_METRICS } from '../../src/ops/metrics/no-metrics.ts';
import { newStoreUrl } from './empty-directory.ts';
import { configOf } from './settings.ts';
import { SILENT } from './silent-log.ts';

/** A platform of a run. */
export type RunPlatform = RunOptions['platforms'][number];

/**
 * The whole bot with these settings: by default on the sandbox, with a new store. It is stopped
 * with the test.
 */
export async function startBot(
  environment: Readonly<Record<string, string>>,
  parts: Partial<Omit<RunOptions, 'config'>> = {},
): Promise<Run> {
  const STORE_URL = environment.STORE_URL ?? (await newStoreUrl());
  const config = configOf({ SHUTDOWN_GRACE: '1s', ...environment, STORE_URL });
  const { platforms } = config;
  const options = {
    clock: systemClock,
    log: SILENT,
    metrics: NO_METRICS,
    proxy: undefined,
    ...parts,
  };
  const bot = await startRun({ config, platforms, ...options });
  onTestFinished(bot.stop);
  return bot;
}

/** Resolves when the store and the platforms of the bot work. */
export function untilReady(bot: Run): Promise<void> {
  return expect.poll(() => bot.ready().every(({ ok }) => ok)).toBe(true);
}

/** The platform of an adapter. */
export function platformWith(adapter: Adapter): RunPlatform {
  return { name: adapter.platform, create: async () => adapter };
}
