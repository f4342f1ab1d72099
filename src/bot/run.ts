import type { PlatformCore } from '../adapters/definition.ts';
import type { Config } from '../config/config.ts';
import type { Adapter, Receive, Suggest } from '../core/adapter.ts';
import { within } from '../core/async/promises.ts';
import { platformOf } from '../core/requester.ts';
import { isSpoken, languageOf } from '../format/words/catalogue.ts';
import type { Log } from '../ops/log/log.ts';
import { readVersion } from '../ops/version.ts';
import { createRequests, type Requests } from '../requests/requests.ts';
import { watchStore } from './hold.ts';
import {
  type Basics,
  closeInfrastructure,
  type Infrastructure,
  keepInOrder,
  openInfrastructure,
} from './infrastructure.ts';
import { observeAll, openHttp } from './metrics.ts';
import { openPlatforms, type Platforms } from './platforms.ts';
import { createServices, type Services } from './services.ts';

export interface BotNeeds extends Basics {
  readonly createPlatforms: (core: PlatformCore) => Promise<Platforms>;
  /** The directory `src` as JavaScript, for processes and threads, where this is not it. */
  readonly threads?: URL;
}

/** A running bot. */
export interface Bot {
  /** Stops in good order: finishes what is on its way, leaves the rest in the store, closes the store. */
  stop(): Promise<void>;
  /** Makes safe what must be, when nothing else can be trusted any more. */
  makeSafe(): Promise<void>;
  /** Resolves when the store is not this process' own any more: it sends nothing from then on, and has to be stopped. */
  readonly storeLost: Promise<void>;
}

/** What the phases have made, each of what the ones before it had. */
interface Parts {
  readonly infrastructure: Infrastructure;
  readonly services: Services;
  readonly platforms: Platforms;
  readonly requests: Requests;
}

/**
 * Puts the rooms together, phase by phase, and starts them.
 * @throws StoreInUse, StoreUnusable, TacTableError, and what the adapters throw when they cannot start
 */
export async function startBot({ createPlatforms, threads, ...basics }: BotNeeds): Promise<Bot> {
  const infrastructure = await openInfrastructure(basics);
  const services = await createServices(infrastructure, threads);
  const platforms = await openPlatforms(infrastructure, services, createPlatforms);
  const requests = openRequests(infrastructure, services, platforms);
  return run({ infrastructure, services, platforms, requests });
}

function openRequests(
  infrastructure: Infrastructure,
  { commands, checks }: Services,
  { adapters }: Platforms,
): Requests {
  const { config, clock, log, opened, health, metrics, raise, later } = infrastructure;
  const requests = createRequests({
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
  later.served.resolve({ adapters, requests });
  return requests;
}

/** The last phase: everything begins to work, and people are served. */
async function run(parts: Parts): Promise<Bot> {
  const { infrastructure, services, platforms, requests } = parts;
  const { config, clock, log, opened, health, metrics } = infrastructure;
  const stopKeeping = keepInOrder(opened, log);
  const hold = watchStore(opened, clock);
  observeAll(metrics, { checks: services.checks, requests, adapters: platforms.adapters, clock });
  const http =
    config.http && (await openHttp(config.http, { ...opened, health, metrics, ...platforms, log }));
  await serve(parts);
  services.checks.keyWatch.start();
  announce(log, config, platforms.adapters);
  const stop = async (): Promise<void> => {
    stopKeeping();
    hold.stop();
    await stopServing(parts);
    await closeInfrastructure(infrastructure, http);
  };
  return {
    stop: onceOnly(stop),
    makeSafe: opened.close,
    storeLost: hold.lost,
  };
}

/** Starts the adapters, each of which goes on with the requests of its platform that were left open. */
async function serve(parts: Parts): Promise<void> {
  const { infrastructure, platforms, requests } = parts;
  const { receive, suggest } = inSpokenLanguages(parts);
  await Promise.all(
    platforms.adapters.map(async (adapter) => {
      await adapter.start(receive, suggest);
      void requests.resume(adapter.platform);
    }),
  );
  infrastructure.later.connected.resolve(platforms.adapters);
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

/** Takes nothing more, and waits for what is under way. */
async function stopServing({ infrastructure, services, platforms, requests }: Parts): Promise<void> {
  const { checks, closeFiles } = services;
  requests.close();
  await Promise.all(platforms.adapters.map((adapter) => adapter.stop()));
  const { shutdownGraceMs } = infrastructure.config;
  await within({ ms: shutdownGraceMs, late: () => undefined }, checks.drain);
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
