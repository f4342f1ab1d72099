import { createCommands } from '../../commands/index.ts';
import { createRegisterOnce } from '../../commands/registration.ts';
import { createSuggest } from '../../commands/suggest.ts';
import type { ConfiguredPlatform } from '../adapters/definition.ts';
import { createChecks } from '../checks/checks.ts';
import type { Config } from '../config/config.ts';
import { type Adapter, PlatformLost, platformOf, type Receive } from '../core/adapter.ts';
import { deferred, within } from '../core/async/promises.ts';
import type { Clock } from '../core/clock.ts';
import { addSecret } from '../core/secrets.ts';
import { createRunner, type RunnerOptions } from '../files/work/runner.ts';
import { languageOf } from '../format/words/catalogue.ts';
import { createHistory, NO_HISTORY } from '../history/history.ts';
import type { Mount, ReadyPart } from '../ops/http/app.ts';
import type { Log } from '../ops/log/log.ts';
import { createMask } from '../ops/log/mask.ts';
import type { Metrics } from '../ops/metrics/metrics.ts';
import { NO_METRICS } from '../ops/metrics/no-metrics.ts';
import { VERSION } from '../ops/version.ts';
import { createAccess, restrictSuggest } from '../requests/access.ts';
import { createAdminAlerts, createStoreNews, type StoreNews } from '../requests/alerts.ts';
import type { OpenRequest } from '../requests/open.ts';
import { createRequests } from '../requests/requests.ts';
import { createStoreHealth } from '../store/health.ts';
import { openStore } from '../store/open.ts';
import { createHistoryTable } from '../store/schema/history.ts';
import { createMessageTable } from '../store/schema/message.ts';
import { createSettingTable } from '../store/schema/setting.ts';
import { loadTacTable, type TacTable } from '../tac/table.ts';
import { checksOf } from './checks.ts';
import { botServices, DEFAULT_COMMANDS } from './commands.ts';
import { connectService, openProxy } from './service.ts';
import { StoreLost } from './start-error.ts';
import { clockSetBack, partsOf, registerGauges, sweepEveryHour } from './upkeep.ts';

export interface BotOptions {
  readonly config: Config;
  readonly platforms: readonly Pick<ConfiguredPlatform, 'create'>[];
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  /** Ends the wait for another process that owns the installation; without it, that ends the start. */
  readonly signal?: AbortSignal | undefined;
  /** Which alerts about the store were sent, for all runs of a process. */
  readonly storeNews?: StoreNews;
  /** The open requests that one run leaves to the next. */
  readonly carried?: OpenRequest[];
  /** Where the process that reads files is, if it is not next to this code. */
  readonly files?: RunnerOptions;
}

/** Why a run has to be stopped. */
export interface RunEnd {
  readonly why: unknown;
  /** Another run may begin: the store was lost, or the clock was set back. */
  readonly restart: boolean;
}

/** A run of the bot. It begins when this process owns the installation. */
export interface Bot {
  /** Finishes sent checks, leaves the rest to the next run, and lets another process own the installation. */
  stop(): Promise<void>;
  readonly over: Promise<RunEnd>;
  readonly ready: () => readonly ReadyPart[];
  readonly mounts: readonly Mount[];
}

/**
 * Waits until this process owns the installation, puts the modules together and starts them. Each platform starts by itself.
 * @throws StoreInUse, StoreUnusable, StoreFailed, TacTableError, the reason of the signal
 */
export async function startBot(options: BotOptions): Promise<Bot> {
  const { config, platforms, clock, log, metrics = NO_METRICS, signal } = options;
  const { storeNews = createStoreNews(clock) } = options;
  const tacTable = config.tacTable === undefined ? undefined : await loadTacTable(config.tacTable);
  const proxy = await openProxy(config);
  const opened = await openStore(config.storeUrl, config.cacheSecret, clock, signal);
  const { store, seal } = opened;
  const { language, access } = config;
  const { admins } = access;
  const ended = new AbortController();
  const over = deferred<RunEnd>();
  const end = (why: unknown, restart = false): void => over.resolve({ why, restart });
  const alerted = deferred<readonly Pick<Adapter, 'platform' | 'notify'>[]>();
  const adapters: Adapter[] = [];
  const mounts: Mount[] = [];
  const lost = new Set<string>();
  const closing = [opened.close];
  try {
    const service = await connectService(config, tacTable, proxy);
    closing.unshift(service.close);
    const { isSandbox } = service;
    const settings = createSettingTable(store.sql, clock);
    const raise = createAdminAlerts({
      ...{ adapters: alerted.promise, admins, storeNews, clock, log, sandbox: isSandbox },
      settings,
      locale: languageOf(language),
    });
    const onFailing = (error: unknown): void => {
      metrics.failed('store');
      log.error({ err: error }, 'The store fails: please look at the disk and STORE_URL');
      raise({ kind: 'store-failing', message: createMask(config.secrets).text(String(error)) });
    };
    const health = createStoreHealth(store.sql, clock, onFailing, () =>
      raise({ kind: 'store-healed' }),
    );
    closing.unshift(async () => health.stop());
    const checks = await createChecks(opened, {
      ...checksOf(config, service, seal),
      ...{ clock, health, raise, observer: metrics },
    });
    const { windowMs: waitMs } = service.provider.limits;
    if (checks.hasUnknownWindow)
      log.warn(
        { waitMs },
        'The store does not have the latest sends: the first check waits for a window',
      );
    const historyTable = createHistoryTable(store.sql, seal);
    const history = config.history ? createHistory(historyTable, clock, health.report) : NO_HISTORY;
    const runner = createRunner(options.files);
    const services = botServices(config, {
      ...{ clock, tacTable, checks, history, runner, adapters, isSandbox },
      forgetRequests: (...person) => requests.forget(...person),
      reportFault: (error) => {
        metrics.failed('commands');
        log.error(
          { err: error },
          'Something broke in a command; what could be answered was answered',
        );
      },
    });
    const commands = createCommands(services);
    /** The run ends when the last platform is lost. */
    const lose = (platform: string, why: PlatformLost): void => {
      lost.add(platform);
      if (adapters.every((one) => lost.has(one.platform))) end(why);
      else {
        log.error({ platform, err: why }, 'A platform is lost; the others are served');
        raise({ kind: 'platform-lost', reason: createMask(config.secrets).text(why.message) });
      }
    };
    const suggest = restrictSuggest(createAccess(access), createSuggest(services));
    for (const platform of platforms) {
      const adapter = await platform.create({
        ...{
          ...DEFAULT_COMMANDS,
          commands,
          isSandbox,
          admins,
          language,
          proxy,
          clock,
          log,
          hash: seal.hash,
        },
        registerOnce: createRegisterOnce(settings, commands, language),
        messages: createMessageTable(store.sql, seal, clock),
        secretFor: (use) => addSecret(seal.hash(use)),
        mount: (path, handler) => mounts.push({ path, handler }),
        onFatal: (reason) => lose(adapter.platform, new PlatformLost(reason)),
      });
      adapters.push(adapter);
    }
    const requests = createRequests({
      ...{
        ...opened,
        commands,
        adapters,
        health,
        clock,
        log,
        raise,
        access,
        waits: checks.checker,
      },
      carried: options.carried,
      onAnswered: ({ requester }, tookMs) => metrics.requestAnswered(platformOf(requester), tookMs),
      onBroken: () => metrics.failed('commands'),
    });
    registerGauges(metrics, checks, requests, adapters, clock);
    sweepEveryHour(store, log, ended.signal);

    // From here on, a locale is a language that has a catalogue.
    const localized = <From extends { readonly locale: string }>(from: From): From => ({
      ...from,
      locale: languageOf(from.locale, language),
    });
    const receive: Receive = (request, show) =>
      requests.receive(localized(request), (reply, state) => {
        metrics.edited(platformOf(request.requester));
        return show(reply, state);
      });
    const start = (adapter: Adapter): Pick<Adapter, 'platform' | 'notify'> => {
      const { platform, notify } = adapter;
      const started = adapter.start(receive, (text, typist) => suggest(text, localized(typist)));
      started
        .then(() => requests.resume(platform))
        .catch((why) => (why instanceof PlatformLost ? lose(platform, why) : end(why)));
      return { platform, notify: (...alert) => started.then(() => notify(...alert)) };
    };
    alerted.resolve(adapters.map(start));
    raise({ kind: 'store-healed' });
    checks.key.start();
    const isChat = adapters.some(({ platform }) => platform === 'console');
    log[isChat ? 'debug' : 'info'](whatRuns(config, adapters, tacTable), 'imei-bot runs');
    void opened.lost.then((why) => {
      health.report(why);
      // The input of a chat in the terminal cannot be opened again.
      end(isChat ? new StoreLost() : why, !isChat);
    });
    if (!isChat) clockSetBack(clock, ended.signal).then((why) => end(why, true), ignore);

    const stop = async (): Promise<void> => {
      ended.abort();
      // Meanwhile requests are accepted, and saved answers are given.
      const finish = () => checks.drain().then(requests.leave);
      await within({ ms: opened.holds() ? config.shutdownGraceMs : 0, late: ignore }, finish);
      await Promise.all(adapters.map((adapter) => adapter.stop()));
      await requests.stop();
      checks.stop();
      health.stop();
      await runner.close();
      await opened.close();
      await service.close();
    };
    const ready = () => partsOf(health.failing(), adapters, lost);
    return { stop, over: over.promise, ready, mounts };
  } catch (error) {
    for (const close of closing) await close();
    throw error;
  }
}

function ignore(): void {}

function whatRuns(
  { service, storeUrl, limits, http }: Config,
  adapters: Adapter[],
  tacTable?: TacTable,
) {
  return {
    version: VERSION,
    node: process.version,
    service: service === undefined ? 'sandbox' : new URL(service.baseUrl).host,
    store: storeUrl,
    limits,
    platforms: adapters.map(({ platform }) => platform),
    tacs: tacTable?.size,
    http: http && `${http.host}:${http.port}`,
  };
}
