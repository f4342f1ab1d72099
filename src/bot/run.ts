import type { PlatformCore } from '../adapters/definition.ts';
import type { Config } from '../config/config.ts';
import type { Adapter, Receive, Suggest } from '../core/adapter.ts';
import { deferred, within } from '../core/async/promises.ts';
import { type Clock, HOUR_MS } from '../core/clock.ts';
import { platformOf } from '../core/requester.ts';
import { isSpoken, languageOf } from '../format/words/catalogue.ts';
import type { Mount, ReadyPart } from '../ops/http/app.ts';
import type { Log } from '../ops/log/log.ts';
import { readVersion } from '../ops/version.ts';
import { createRequests, type Requests } from '../requests/requests.ts';
import {
  type Basics,
  closeInfrastructure,
  type Infrastructure,
  openInfrastructure,
} from './infrastructure.ts';
import { observeAll } from './metrics.ts';
import { openPlatforms, type Platforms } from './platforms.ts';
import { createServices, type Services } from './services.ts';

/** How often expired rows are removed. */
const SWEEP_EVERY_MS = HOUR_MS;
const CLOCK_LOOK_MS = 1_000;
/** Libraries that wait by the time of day would wait longer by so much. */
const FAR_BACK_MS = 2_000;

export interface BotNeeds extends Basics {
  readonly createPlatforms: (core: PlatformCore) => Promise<Platforms>;
  /** The directory `src` as JavaScript, for processes and threads, where this is not it. */
  readonly threads?: URL;
}

/** Why a run has to be stopped. */
export interface RunEnd {
  readonly why: unknown;
  /** Whether another run may begin: the store was lost, or the clock was set back. With false a platform cannot be served. */
  readonly again: boolean;
}

/** A run of the bot, from the moment in which this process owns the installation. */
export interface Bot {
  /** Finishes what is on its way, leaves the rest to the next run, and lets another process own the installation. */
  stop(): Promise<void>;
  /** Makes safe what must be, when nothing else can be trusted any more. */
  makeSafe(): Promise<void>;
  readonly over: Promise<RunEnd>;
  readonly ready: () => readonly ReadyPart[];
  readonly mounts: readonly Mount[];
}

/** What the phases have made, each of what the ones before it had. */
interface Parts {
  readonly infrastructure: Infrastructure;
  readonly services: Services;
  readonly platforms: Platforms;
  readonly requests: Requests;
}

/**
 * Waits until this process owns the installation, puts the modules together and starts them. Each platform starts by itself.
 * @throws StoreInUse, StoreUnusable, StoreFailed, TacTableError, the reason of the signal
 */
export async function startBot({ createPlatforms, threads, ...basics }: BotNeeds): Promise<Bot> {
  const infrastructure = await openInfrastructure(basics);
  try {
    const services = await createServices(infrastructure, threads);
    const platforms = await openPlatforms(infrastructure, services, createPlatforms);
    const requests = openRequests(infrastructure, services, platforms);
    return run({ infrastructure, services, platforms, requests });
  } catch (error) {
    await closeInfrastructure(infrastructure);
    throw error;
  }
}

function openRequests(
  infrastructure: Infrastructure,
  { commands, checks }: Services,
  { adapters }: Platforms,
): Requests {
  const { config, clock, log, opened, health, metrics, raise } = infrastructure;
  return createRequests({
    ...opened,
    commands,
    adapters,
    health,
    clock,
    log,
    waits: checks.waits,
    raise,
    onAnswered: ({ requester }, tookMs) => metrics.requestAnswered(platformOf(requester), tookMs),
    access: config.access,
    maxAgeMs: config.requestMaxAgeMs,
  });
}

/** The last phase: everything begins to work, and people are served. */
function run(parts: Parts): Bot {
  const { infrastructure, services, platforms, requests } = parts;
  const { config, clock, log, opened, health, metrics } = infrastructure;
  const { adapters, mounts } = platforms;
  const ended = new AbortController();
  const over = deferred<RunEnd>();
  sweepNowAndThen(infrastructure, ended.signal);
  observeAll(metrics, { checks: services.checks, requests, adapters, clock });
  serve(parts, (why) => over.resolve({ why, again: false }));
  services.checks.keyWatch.start();
  announce(log, config, adapters);
  void opened.lost.then((why) => {
    health.report(why);
    over.resolve({ why, again: true });
  });
  // A talk in a terminal would be cut off; nothing there waits by the time of day.
  if (adapters.some(({ platform }) => platform !== 'console'))
    setBack(clock, ended.signal).then((why) => over.resolve({ why, again: true }), ignore);
  const stop = async (): Promise<void> => {
    ended.abort();
    await stopServing(parts, opened.holds() ? config.shutdownGraceMs : 0);
    await closeInfrastructure(infrastructure);
  };
  return {
    stop: onceOnly(stop),
    makeSafe: opened.close,
    over: over.promise,
    ready: () => partsOf(health.failing(), adapters),
    mounts,
  };
}

/** Starts the adapters, each of which goes on with the requests of its platform that were left open. */
function serve(parts: Parts, onFailed: (why: unknown) => void): void {
  const { infrastructure, platforms, requests } = parts;
  const { receive, suggest } = inSpokenLanguages(parts);
  const alerted = platforms.adapters.map((adapter) => {
    const started = adapter.start(receive, suggest);
    started.then(() => requests.resume(adapter.platform)).catch(onFailed);
    const notify: Adapter['notify'] = (...alert) => started.then(() => adapter.notify(...alert));
    return { platform: adapter.platform, notify };
  });
  infrastructure.later.served.resolve({ adapters: platforms.adapters, requests });
  infrastructure.later.alerted.resolve(alerted);
}

/** The edge: from here on, a locale is a language that has a catalogue. */
function inSpokenLanguages({ infrastructure, services, requests }: Parts): {
  readonly receive: Receive;
  readonly suggest: Suggest;
} {
  const { config, metrics } = infrastructure;
  const spoken = <Asked extends { readonly locale: string }>(asked: Asked): Asked => ({
    ...asked,
    locale: languageOf(asked.locale, config.language),
  });
  return {
    receive: (request, show) =>
      requests.receive(spoken(request), (reply, state) => {
        metrics.edited(platformOf(request.requester));
        return show(reply, state);
      }),
    suggest: (text, typist) => services.suggest(text, spoken(typist)),
  };
}

function sweepNowAndThen({ opened, log }: Infrastructure, signal: AbortSignal): void {
  const sweep = (): void =>
    void opened.store.sweep().catch((error: unknown) => {
      // At the end the store is closed under it, which does no harm.
      if (!signal.aborted) log.warn({ err: error }, 'Expired rows could not be removed');
    });
  sweep();
  const timer = setInterval(sweep, SWEEP_EVERY_MS).unref();
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Resolves when the time of day was set back by so much that libraries have to begin again. */
async function setBack(clock: Clock, signal: AbortSignal): Promise<Error> {
  for (;;) {
    const before = clock.now() - clock.elapsed();
    await clock.sleep(CLOCK_LOOK_MS, signal, { ref: false });
    const stepMs = clock.now() - clock.elapsed() - before;
    if (stepMs < -FAR_BACK_MS) return new Error(`the clock was set back by ${Math.round(-stepMs / 1_000)} s`);
  }
}

/** One platform's trouble is its own: the bot is ready with one that works. */
function partsOf(storeFails: boolean, adapters: readonly Adapter[]): readonly ReadyPart[] {
  const isServing = adapters.some((one) => one.connected());
  return [
    {
      name: 'store',
      ok: !storeFails,
      problem: 'Nothing can be written: please look at the disk and STORE_URL.',
    },
    ...adapters.map((one) => ({
      name: one.platform,
      ok: one.connected(),
      problem: 'Not connected just now.',
      isSpare: isServing,
    })),
  ];
}

/** Takes nothing more, and waits for what is under way. */
async function stopServing({ services, platforms, requests }: Parts, graceMs: number): Promise<void> {
  const { checks, closeFiles } = services;
  requests.close();
  await Promise.all(platforms.adapters.map((adapter) => adapter.stop()));
  await within({ ms: graceMs, late: () => undefined }, checks.drain);
  await requests.stop();
  checks.stop();
  await closeFiles();
}

/** Runs once; whoever calls again waits for the same run. */
function onceOnly(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}

function ignore(): void {}

/** Tells in one line what runs here, without a secret. A chat in the terminal is not interrupted by it. */
export function announce(log: Log, config: Config, adapters: readonly Adapter[]): void {
  const { service, storeUrl, limits, http, language } = config;
  const platforms = adapters.map(({ platform }) => platform);
  const level = platforms.includes('console') ? 'debug' : 'info';
  log[level](
    {
      version: readVersion(),
      node: process.version,
      service: service === undefined ? 'sandbox' : new URL(service.baseUrl).host,
      store: storeUrl,
      limits,
      platforms,
      ...(http && { http: `${http.host}:${http.port}` }),
    },
    'imei-bot runs',
  );
  if (language !== undefined && !isSpoken(language))
    log.warn({ language }, 'LANGUAGE is one that the bot does not speak; English takes its place');
}
