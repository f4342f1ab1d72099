import {
  type ConsolePlatform,
  consolePlatform,
  lacksInput,
} from '../adapters/console/definition.ts';
import type { ConfiguredPlatform } from '../adapters/definition.ts';
import { PLATFORMS } from '../adapters/platforms.ts';
import { StoreNews } from '../bot/alerts/store-news.ts';
import type { RunOptions } from '../bot/options.ts';
import { Owner } from '../bot/owner.ts';
import { startRun } from '../bot/run.ts';
import { openProxy, parseSettings, readSources } from '../bot/settings.ts';
import type { Arguments } from '../config/arguments.ts';
import type { Config } from '../config/config.ts';
import type { OutboundProxy } from '../core/network/outbound-proxy.ts';
import { EXIT, OperatorError } from '../core/operator/operator-error.ts';
import { systemClock as clock } from '../core/time/clock.ts';
import { watchProcess } from '../ops/lifecycle.ts';
import type { Log } from '../ops/log/log.ts';
import { VERSION } from '../ops/version.ts';
import { storeKindOf } from '../store/store-kinds.ts';
import { loadTacTable } from '../tac/load.ts';
import { openHttp } from './http.ts';
import { openLogAndMetrics } from './log-and-metrics.ts';

/**
 * Serves people on the platforms that the settings name, or in this terminal, until the process is
 * asked to end. Resolves with its exit code.
 * @throws an error that a person has to fix
 */
export async function serve(programArguments: Arguments): Promise<number> {
  const { config, warnings } = readSettings();
  const servesConsole =
    programArguments.line !== undefined || programArguments.json || config.platforms.length === 0;
  const { log, metrics } = await openLogAndMetrics(config, servesConsole);
  for (const warning of warnings) log.warn(warning);
  const chat = servesConsole ? openConsole(programArguments, config) : undefined;
  // Loaded once and not by each run, since a large table takes a second.
  const tacTable = config.tacTable === undefined ? undefined : await loadTacTable(config.tacTable);
  const proxy = await openProxy(config);
  if (!servesConsole && storeKindOf(config.storeUrl).isShared) {
    log.info({ version: VERSION }, 'Standing by until no other process is active');
    loadPlatforms(config.platforms, proxy, log);
  }
  const shared = {
    config,
    servesConsole,
    platforms: chat ? [chat] : config.platforms,
    clock,
    log,
    metrics,
    storeNews: new StoreNews(clock),
    tacTable,
    proxy,
  };
  return serveUntilEnd(shared, chat?.ended);
}

/**
 * The settings, with a warning for each variable whose name is nearly that of a setting.
 * @throws OperatorError with everything that is wrong
 */
function readSettings(): {
  readonly config: Config<ConfiguredPlatform>;
  readonly warnings: readonly string[];
} {
  const sources = readSources(process.env);
  const parsed = parseSettings(sources.values);
  const problems = [...sources.misspeltLines, ...(parsed.ok ? [] : parsed.problems)];
  if (!parsed.ok || problems.length > 0) {
    throw new OperatorError(['Correct these settings (see .env.example):', ...problems].join('\n'));
  }
  return { config: parsed.value, warnings: sources.misspeltVariables };
}

/** @throws OperatorError if nobody could type anything */
function openConsole(programArguments: Arguments, config: Config): ConsolePlatform {
  if (programArguments.line !== undefined || !lacksInput()) {
    return consolePlatform(programArguments, config);
  }
  const names = PLATFORMS.map(({ tokenKey }) => tokenKey).join(' nor ');
  throw new OperatorError(
    `There is nobody to serve: neither ${names} is set, and there is no terminal to chat in and no input to read.
Set one of them in .env or in the environment (see .env.example), or start the bot in a terminal (docker run --interactive --tty).`,
  );
}

/** Loads the libraries of the platforms now, so that a failover does not wait for them. */
function loadPlatforms(
  platforms: readonly ConfiguredPlatform[],
  proxy: OutboundProxy | undefined,
  log: Log,
): void {
  for (const { name, load } of platforms) {
    // The start loads it again, and reports the error.
    load(proxy).catch((error: unknown) =>
      log.debug({ err: error, platform: name }, 'Not loaded yet'),
    );
  }
}

/**
 * Serves, one run after another, until a signal asks the process to end or the console has ended.
 * Resolves with the exit code of the console, if that has ended, else with 0.
 * @param shared what all runs of the process have in common
 * @param consoleEnded resolves with an exit code; undefined if no console is served
 */
async function serveUntilEnd(
  shared: RunOptions,
  consoleEnded: Promise<number> | undefined,
): Promise<number> {
  const { config, servesConsole, log, metrics } = shared;
  const ending = new AbortController();
  void consoleEnded?.then(() => ending.abort());
  // A person at a terminal does not wait for another process.
  const standsBy = !servesConsole;
  const signal = standsBy ? ending.signal : undefined;
  const owner = new Owner({
    start: (handover) => startRun({ ...shared, signal, handover }),
    standsBy,
    clock,
    log,
  });
  const http = await openHttp(config, { owner, metrics, log });
  const served = owner.serve(ending.signal).finally(() => http?.close());
  watchProcess(log, () => {
    ending.abort();
    return served;
  });
  await served;
  return consoleEnded === undefined ? EXIT.ok : Promise.race([consoleEnded, EXIT.ok]);
}
