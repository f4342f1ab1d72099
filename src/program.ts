import { constants } from 'node:os';
import {
  type ConsolePlatform,
  consolePlatform,
  lacksInput,
} from './adapters/console/definition.ts';
import { PLATFORM as CONSOLE } from './adapters/console/line.ts';
import type { ConfiguredPlatform } from './adapters/definition.ts';
import { PLATFORMS } from './adapters/platforms.ts';
import { StoreNews } from './bot/alerts/store-news.ts';
import { explainExit } from './bot/explain-exit.ts';
import type { RunOptions } from './bot/options.ts';
import { Owner } from './bot/owner.ts';
import { startRun } from './bot/run.ts';
import { openProxy, parseSettings, readSources } from './bot/settings.ts';
import {
  type Arguments,
  isToolName,
  parseArguments,
  START,
  START_OF_PACKAGE,
  TOOL_NAMES,
  USAGE,
} from './config/arguments.ts';
import type { Config } from './config/config.ts';
import { errorMessage } from './core/error-code.ts';
import type { OutboundProxy } from './core/network/outbound-proxy.ts';
import { EXIT, OperatorError } from './core/operator/operator-error.ts';
import { systemClock as clock } from './core/time/clock.ts';
import type { ReadyPart } from './ops/http/http-app.ts';
import type { HttpServer } from './ops/http/http-server.ts';
import { watchProcess } from './ops/lifecycle.ts';
import { createLog, type Log } from './ops/log/log.ts';
import { maskSecrets } from './ops/log/mask.ts';
import type { Metrics } from './ops/metrics/metrics.ts';
import { NO_METRICS } from './ops/metrics/no-metrics.ts';
import { VERSION } from './ops/version.ts';
import { KIND_OF_CODE } from './provider/service-failure.ts';
import { storeKindOf } from './store/kinds.ts';
import { loadTacTable } from './tac/load.ts';

/** Runs the process: its arguments, its settings, its end. Resolves when a tool has finished. */
export async function runProgram(): Promise<void> {
  const [first, ...words] = process.argv.slice(2);
  try {
    if (!isToolName(first)) process.exit(await serve());
    // A tool finishes its work even if the reader of its output has gone.
    process.stdout.on('error', () => undefined);
    exitOnSignals();
    const { runTool } = await import('./operate/run-tool.ts');
    process.exitCode = await runTool(first, words);
  } catch (error) {
    const problem = explainExit(error);
    if (problem !== undefined) {
      process.stderr.write(`${maskSecrets(problem.message)}\n`);
      process.exit(problem.exitCode);
    }
    const log = createLog({ level: 'fatal', isReadable: false });
    log.fatal({ err: error }, 'Unexpected error; exiting');
    process.exit(EXIT.crash);
  }
}

/** Without a listener, a signal would end a tool before it can remove its drafts. */
function exitOnSignals(): void {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/** Serves until the process is asked to end. Resolves with its exit code. */
async function serve(): Promise<number> {
  await refuseMistypedTool(process.argv.slice(2));
  const programArguments = readArguments();
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

/** The log counts its errors in the metrics, which log their own errors. */
async function openLogAndMetrics(
  config: Config,
  servesConsole: boolean,
): Promise<{ readonly log: Log; readonly metrics: Metrics }> {
  const { logLevel } = config;
  const isReadable = process.stderr.isTTY === true;
  // The replies say all that a person at a terminal needs.
  const isQuiet = servesConsole && isReadable && logLevel === 'info';
  let metrics = NO_METRICS;
  const log = createLog({
    level: isQuiet ? 'error' : logLevel,
    isReadable,
    onError: () => metrics.errorLogged(),
  });
  metrics = await openMetrics(config, log);
  return { log, metrics };
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
 * With an IMEI behind the first word, all words are a question.
 * @throws OperatorError if the first word seems to be the name of a tool with a typing error
 */
async function refuseMistypedTool([first = '', ...others]: readonly string[]): Promise<void> {
  if (!/^[a-z-]{3,20}$/iu.test(first) || others.some((word) => /\d{14}/u.test(word))) return;
  const { nearestOf } = await import('./words/nearest.ts');
  const meant = nearestOf(first.toLowerCase(), TOOL_NAMES);
  if (meant === undefined) return;
  throw new OperatorError(
    `There is no tool “${first}”. Did you mean ${meant}? Type: ${START} -- ${meant} (${START_OF_PACKAGE} ${meant})`,
  );
}

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

/** Counts nothing unless HTTP_PORT is set, since nobody could read the metrics. */
async function openMetrics({ http, pricePerCheck }: Config, log: Log): Promise<Metrics> {
  if (http === undefined) return NO_METRICS;
  const { PrometheusMetrics } = await import('./ops/metrics/metrics.ts');
  const platforms = [...PLATFORMS.map(({ name }) => name), CONSOLE];
  return new PrometheusMetrics({
    platforms,
    failureCodes: Object.keys(KIND_OF_CODE),
    pricePerCheck,
    version: VERSION,
    log,
  });
}

interface HttpOptions {
  readonly owner: Owner;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Serves metrics and health if HTTP_PORT is set, also while this process stands by. */
async function openHttp(
  { http }: Config,
  { owner, metrics, log }: HttpOptions,
): Promise<HttpServer | undefined> {
  if (http === undefined) return undefined;
  const { startHttpServer } = await import('./ops/http/http-server.ts');
  const { isReady } = await import('./ops/http/http-app.ts');
  metrics.observe({ ready: () => isReady(readyParts(owner)) });
  return startHttpServer(http.host, http.port, {
    metrics,
    log,
    mounts: () => owner.run?.mounts ?? [],
    ready: () => readyParts(owner),
  });
}

function readyParts({ run, problem }: Owner): readonly ReadyPart[] {
  return run?.ready() ?? [{ name: 'owner', ok: false, problem }];
}

function readArguments(): Arguments {
  try {
    const programArguments = parseArguments(process.argv.slice(2));
    if (!programArguments.help && !programArguments.version) return programArguments;
    process.stdout.write(`${programArguments.help ? USAGE : VERSION}\n`);
    process.exit(EXIT.ok);
  } catch (error) {
    throw new OperatorError(`${errorMessage(error)}\n${USAGE}`);
  }
}

/** The settings, with a warning for each variable whose name is nearly that of a setting. */
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
