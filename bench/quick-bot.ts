import type { Host } from '../src/adapters/host.ts';
import { startRun } from '../src/bot/run.ts';
import { parseSettings, readSources } from '../src/bot/settings.ts';
import { valueOrThrow } from '../src/config/parsed.ts';
import { type Clock, systemClock } from '../src/core/time/clock.ts';
import { createLog } from '../src/ops/log/log.ts';
import { NO_METRICS } from '../src/ops/metrics/no-metrics.ts';

/** Telegram’s second is so much shorter: 6,000 messages instead of 30. */
const TIMES = 200;

/**
 * The program with Telegram's limits lifted, run as its own process: otherwise the bench would
 * measure how fast Telegram lets a bot send. Only their timers take a second or more. Shorter ones
 * run at their real speed, so "typing" is shown as late as usual.
 */
const clock: Clock = {
  ...systemClock,
  later: (ms, ...more) => systemClock.later(ms >= 1_000 ? ms / TIMES : ms, ...more),
};

const config = valueOrThrow(parseSettings(readSources(process.env).values));
const log = createLog({ level: config.logLevel, isReadable: false });
const platforms = config.platforms.map(({ name, create }) => ({
  name,
  create: (host: Host) => create({ ...host, clock }),
}));
const bot = await startRun({
  config,
  platforms,
  proxy: undefined,
  metrics: NO_METRICS,
  clock: systemClock,
  log,
});
process.once('SIGTERM', () => void bot.stop().then(() => process.exit()));
