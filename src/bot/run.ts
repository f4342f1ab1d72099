import type { PlatformCore } from '../adapters/definition.ts';
import type { Config } from '../config/config.ts';
import type { Adapter, Receive } from '../core/adapter.ts';
import { deferred, within } from '../core/async/promises.ts';
import { type Clock, HOUR_MS } from '../core/clock.ts';
import { platformOf } from '../core/requester.ts';
import { keepSecret } from '../core/secrets.ts';
import { isSpoken, languageOf } from '../format/words/catalogue.ts';
import type { Mount, ReadyPart } from '../ops/http/app.ts';
import type { Log } from '../ops/log/log.ts';
import { readVersion } from '../ops/version.ts';
import { createRequests, REQUEST_MAX_AGE_MS } from '../requests/requests.ts';
import type { Store } from '../store/contract.ts';
import { createMessageTable } from '../store/schema/message.ts';
import { type Basics, closeInfrastructure, openInfrastructure } from './infrastructure.ts';
import { observeAll } from './metrics.ts';
import type { Platforms } from './platforms.ts';
import { createServices } from './services.ts';

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

/**
 * Waits until this process owns the installation, puts the modules together and starts them. Each platform starts by itself.
 * @throws StoreInUse, StoreUnusable, StoreFailed, TacTableError, the reason of the signal
 */
export async function startBot({ createPlatforms, threads, ...basics }: BotNeeds): Promise<Bot> {
  const infrastructure = await openInfrastructure(basics);
  const { config, clock, log, opened, health, metrics, service, proxy, raise, later } = infrastructure;
  const close = (): Promise<void> => closeInfrastructure(infrastructure);
  try {
    const { checks, commands, suggest, closeFiles } = await createServices(infrastructure, threads);
    const { adapters, mounts } = await createPlatforms({
      ...{ commands, proxy, isSandbox: service.isSandbox, hash: opened.seal.hash },
      secretFor: (use) => keepSecret(opened.seal.hash(use)),
      messages: createMessageTable(opened.store.sql, opened.seal, clock),
    });
    const requests = createRequests({
      ...opened,
      ...{ commands, adapters, health, clock, log, raise, waits: checks.waits },
      onAnswered: ({ requester }, tookMs) => metrics.requestAnswered(platformOf(requester), tookMs),
      access: config.access,
      maxAgeMs: REQUEST_MAX_AGE_MS,
    });

    const ended = new AbortController();
    const over = deferred<RunEnd>();
    sweepNowAndThen(opened.store, log, ended.signal);
    observeAll(metrics, { checks, requests, adapters, clock });

    // The edge: from here on, a locale is a language that has a catalogue.
    const spoken = <Asked extends { readonly locale: string }>(asked: Asked): Asked => ({
      ...asked,
      locale: languageOf(asked.locale, config.language),
    });
    const receive: Receive = (request, show) =>
      requests.receive(spoken(request), (reply, state) => {
        metrics.edited(platformOf(request.requester));
        return show(reply, state);
      });
    const alerted = adapters.map((adapter) => {
      const started = adapter.start(receive, (text, typist) => suggest(text, spoken(typist)));
      // What was left open on its platform goes on.
      started
        .then(() => requests.resume(adapter.platform))
        .catch((why) => over.resolve({ why, again: false }));
      const notify: Adapter['notify'] = (...alert) => started.then(() => adapter.notify(...alert));
      return { platform: adapter.platform, notify };
    });
    later.served.resolve({ adapters, requests });
    later.alerted.resolve(alerted);
    checks.keyWatch.start();
    announce(log, config, adapters);

    void opened.lost.then((why) => {
      health.report(why);
      over.resolve({ why, again: true });
    });
    // A talk in a terminal would be cut off; nothing there waits by the time of day.
    if (adapters.some(({ platform }) => platform !== 'console'))
      setBack(clock, ended.signal).then((why) => over.resolve({ why, again: true }), ignore);

    /** Takes nothing more, and waits for what is under way. */
    const stop = async (): Promise<void> => {
      ended.abort();
      requests.close();
      await Promise.all(adapters.map((adapter) => adapter.stop()));
      const graceMs = opened.holds() ? config.shutdownGraceMs : 0;
      await within({ ms: graceMs, late: ignore }, checks.drain);
      await requests.stop();
      checks.stop();
      await closeFiles();
      await close();
    };
    return {
      stop: onceOnly(stop),
      makeSafe: opened.close,
      over: over.promise,
      ready: () => partsOf(health.failing(), adapters),
      mounts,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function sweepNowAndThen(store: Store, log: Log, signal: AbortSignal): void {
  const sweep = (): void =>
    void store.sweep().catch((error: unknown) => {
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

/** Runs once; a second call waits for the same run. */
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
