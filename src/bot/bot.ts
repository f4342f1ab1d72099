import { createCommands } from '../../commands/index.ts';
import type { CommandNeeds } from '../../commands/needs.ts';
import { createSuggest } from '../../commands/suggest.ts';
import { createDrawQuota } from '../charts/draw.ts';
import { createAccounts } from '../checks/accounts.ts';
import { type Checks, createChecks } from '../checks/checks.ts';
import type { Config } from '../config/config.ts';
import type { Adapter, Receive, Suggest } from '../core/adapter.ts';
import { deferred } from '../core/async/deferred.ts';
import { createMutex } from '../core/async/mutex.ts';
import { within } from '../core/async/within.ts';
import type { Clock } from '../core/clock.ts';
import { FileUnreadable } from '../core/file-unreadable.ts';
import { type Principal, platformOf } from '../core/requester.ts';
import { keepSecret } from '../core/secrets.ts';
import { languageOf } from '../format/words/words.ts';
import { HISTORY_KEPT_MS, NO_HISTORY } from '../history/history.ts';
import { createHistory } from '../history/rows.ts';
import type { Log } from '../ops/log/log.ts';
import { createMask } from '../ops/log/mask.ts';
import { createReadBarcodes } from '../photos/reader.ts';
import { createAccess, isAtConsole, offeredTo } from '../requests/access.ts';
import { createAdminAlerts } from '../requests/admins/alerts.ts';
import { BUTTONS_KEPT_MS } from '../requests/buttons.ts';
import type { PoisonLimits } from '../requests/journal/tries.ts';
import { createRequests, type Requests } from '../requests/requests.ts';
import { createStoreHealth } from '../store/health.ts';
import { type OpenStore, openStore } from '../store/open.ts';
import { reseal } from '../store/seal/reseal.ts';
import { sealedRows } from '../store/seal/sealed-rows.ts';
import { createTableFiles } from '../tables/files.ts';
import { createRunner } from '../work/runner.ts';
import { createTurns } from '../work/turns.ts';
import { connectService, electionFor, loadTable } from './infrastructure.ts';
import { observeAll, openHttp, openMetrics, priced } from './metrics.ts';
import type { PlatformCore, Platforms } from './platforms.ts';

const SWEEP_PAUSE_MS = 3_600_000;
/** What a sandbox or a client may take to close before it is left to the end of the process. */
const CLOSE_MS = 1_000;

export interface BotNeeds {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly createPlatforms: (core: PlatformCore) => Promise<Platforms>;
  /** Where processes live shortly, which says nothing against the requests they work on. */
  readonly poison?: PoisonLimits;
  /** The directory `src` as JavaScript, for threads, where this is not it. */
  readonly threads?: URL;
}

/** A running bot. */
export interface Bot {
  /** Stops in good order: finishes what is on its way, leaves the rest in the journal, closes the store. */
  stop(): Promise<void>;
  /** Makes safe what must be, when nothing else can be trusted any more. */
  makeSafe(): Promise<void>;
}

/**
 * Puts the rooms together and starts them.
 * @throws StoreInUse, StoreUnusable, TacTableError, and what the adapters throw when they cannot start
 */
export async function startBot({
  config,
  clock,
  log,
  createPlatforms,
  poison,
  threads,
}: BotNeeds): Promise<Bot> {
  const tacTable = await loadTable(config, log);
  const opened = await openStore(config.storeUrl, config.cacheSecret, clock);
  const metrics = await openMetrics(config, log);
  const service = await connectService(config, tacTable);
  const connected = deferred<readonly Adapter[]>();
  const raise = createAdminAlerts({
    adapters: connected.promise,
    admins: config.access.admins,
    rows: opened.store.collection('alarms'),
    clock,
    log,
    sandbox: service.isSandbox,
    locale: languageOf(config.language),
  });

  const mask = createMask(config.secrets);
  /** Settled with what catches up once there is something to catch up; a store that heals before that waits for it. */
  const catchingUp = deferred<() => Promise<void>>();
  const health = createStoreHealth({
    store: opened.store,
    clock,
    onFailing: (error, trouble) => {
      metrics.failed('store');
      log.error({ err: error, trouble }, 'The store fails');
      raise({ kind: 'store-failing', message: mask.text(String(error)) });
    },
    onHealed: () => {
      raise({ kind: 'store-healed' });
      catchingUp.promise.then((catchUp) => catchUp()).catch(health.report);
    },
  });
  const checks = await createChecks({
    ...opened,
    health,
    clock,
    raise,
    client: service.client,
    observer: priced(metrics, config.pricePerCheck),
    settings: {
      limits: config.limits,
      requestTimeoutMs: config.lookupTimeoutMs,
      requestMaxAgeMs: config.requestMaxAgeMs,
      allowance: config.allowance,
      cache: {
        ...config.cache,
        realm: service.realm,
        formerRealms: service.formerRealms,
        sandbox: service.isSandbox,
      },
      account: opened.seal.hash(`account ${service.realm} ${config.service?.apiKey ?? ''}`),
    },
  });
  if (checks.startsUnknowing) {
    log.warn(
      { waitMs: config.limits.windowMs },
      'The store does not tell what was sent just before this start: nothing is sent until that cannot count any more',
    );
  }
  const history = config.history
    ? createHistory({
        rows: sealedRows(opened.store.collection('history'), opened.seal),
        seal: opened.seal,
        clock,
        onError: health.report,
      })
    : NO_HISTORY;
  const runner = createRunner();
  const fileTurns = createTurns();
  const accountOf = createAccounts(config.access.allowed);
  let knownTacs: Uint32Array | undefined;
  const commandNeeds: CommandNeeds = {
    checker: checks.checker,
    keyStatus: ({ fresh, signal }) => checks.keyStatus.get({ ...(fresh && { maxAgeMs: 0 }), signal }),
    usage: checks.usage,
    totals: checks.keyWatch.totals,
    past: checks.past,
    draw: createDrawQuota(),
    tacName: (tac) => tacTable?.lookUp(tac),
    reportFault: (error) => {
      metrics.failed('commands');
      log.error({ err: error }, 'Something broke in a command; what could be answered was answered');
    },
    history,
    // Its adapters are made below, of the commands; nobody asks before they are there.
    readFile: (file, { requester, ...limits }) => readFileOf(adapters, requester, file, limits),
    fileTurns: {
      enter: (requester) => fileTurns.enter(accountOf(requester), isAtConsole(requester)),
    },
    readBarcodes: createReadBarcodes(runner, threads && { thread: new URL('photos/worker.js', threads) }),
    tables: createTableFiles(runner, {
      knownTacs: () => {
        knownTacs ??= tacTable?.tacs();
        return knownTacs;
      },
      ...(threads && { program: { thread: new URL('tables/thread.js', threads) } }),
    }),
    forget: async (requester, request) => {
      await checks.forget(requester);
      return {
        checks: await history.forget(requester),
        requests: await requests.forget(requester, request),
      };
    },
    clock,
    settings: {
      ...config,
      sandbox: service.isSandbox,
      retention: {
        answersMs: config.cache.foundTtlMs,
        notFoundMs: config.cache.notFoundTtlMs,
        requestsMs: config.requestMaxAgeMs,
        buttonsMs: BUTTONS_KEPT_MS,
        historyMs: config.history ? HISTORY_KEPT_MS : undefined,
      },
    },
  };
  const commands = createCommands(commandNeeds);
  const suggest = offeredTo(createAccess(config.access), createSuggest(commandNeeds));
  const platformRows = sealedRows(opened.store.collection('platforms'), opened.seal);
  const { adapters, mounts }: Platforms = await createPlatforms({
    commands,
    isSandbox: service.isSandbox,
    secretFor: (use) => keepSecret(opened.seal.hash(use)),
    hash: opened.seal.hash,
    shared: opened.shared && platformRows,
    rows: platformRows,
    lead: electionFor(opened, clock, log),
  });
  const requests = createRequests({
    ...opened,
    commands,
    adapters,
    health,
    clock,
    log,
    learn: checks.takeOver,
    raise,
    ...(poison && { poison }),
    access: config.access,
    maxAgeMs: config.requestMaxAgeMs,
    knownTac: (tac) => tacTable?.lookUp(tac) !== undefined,
  });
  // Heard by the others before it takes requests, which they would take over from it otherwise.
  void opened.shared?.members.start({
    onBeat: async (livingNow) => {
      await connected.promise;
      await requests.takeOver(livingNow);
    },
    onReturn: () => catchingUp.promise.then((catchUp) => catchUp()),
    onError: health.report,
  });
  const stopSweeping = keepInOrder(opened, log);

  /** Read before the adapters start, since new requests would be among it; later, if the store fails just now. */
  const leftOpen = await requests.leftOpen().catch((error: unknown) => {
    health.report(error);
    return undefined;
  });
  catchingUp.resolve(createCatchUp(checks, requests, leftOpen !== undefined));
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
  const offer: Suggest = (text, typist) => suggest(text, spoken(typist));
  observeAll(metrics, { checks, adapters, clock });
  const http = config.http && (await openHttp(config.http, { health, metrics, adapters, mounts, log }));
  await Promise.all(
    adapters.map(async (adapter) => {
      await adapter.start(receive, offer);
      const theirs = (leftOpen ?? []).filter(
        ({ request }) => platformOf(request.requester) === adapter.platform,
      );
      if (theirs.length > 0)
        log.info({ requests: theirs.length, platform: adapter.platform }, 'Taking up open requests');
      requests.resume(theirs);
    }),
  );
  connected.resolve(adapters);
  checks.keyWatch.start();

  const stop = async (): Promise<void> => {
    stopSweeping();
    requests.close();
    await Promise.all(adapters.map((adapter) => adapter.stop()));
    await within(checks.drain(), config.shutdownGraceMs, () => undefined);
    await requests.stop();
    checks.stop();
    await runner.close();
    health.stop();
    await http?.close();
    metrics.stop();
    await opened.close();
    await within(service.close(), CLOSE_MS, () => undefined);
  };
  return { stop: onceOnly(stop), makeSafe: () => requests.catchUp().then(opened.close) };
}

/**
 * What is done when the store works again: one catching up at a time, and what the last process left open is taken up by the
 * first of them that can read it, unless the start could.
 */
function createCatchUp(checks: Checks, requests: Requests, isTakenUp: boolean): () => Promise<void> {
  const inTurn = createMutex();
  let hasTakenUp = isTakenUp;
  return () =>
    inTurn(async () => {
      await checks.catchUp();
      await requests.catchUp();
      if (hasTakenUp) return;
      const open = await requests.leftOpen();
      hasTakenUp = true;
      requests.resume(open);
    });
}

/** A file is read by the adapter of the platform it came from. */
async function readFileOf(
  adapters: readonly Adapter[],
  requester: Principal,
  ...[file, limits]: Parameters<Adapter['readFile']>
): Promise<Uint8Array> {
  const adapter = adapters.find(({ platform }) => platform === platformOf(requester));
  if (adapter === undefined) throw new FileUnreadable('failed', 'the platform of the file is not served now');
  return adapter.readFile(file, limits);
}

/** Keeps the store in order beside all other work: now, and then every hour. Returns what ends it. */
function keepInOrder({ store, seal, shared }: OpenStore, log: Log): () => void {
  let ended = false;
  const keep = async (): Promise<void> => {
    try {
      await store.sweep();
      // Where nobody else writes, the next pass finds done what the first one has done.
      if (!(await reseal(store, seal)) && shared === undefined) await reseal(store, seal);
    } catch (error) {
      // At the end the store is closed under it, which does no harm.
      if (!ended)
        log.warn({ err: error }, 'Expired rows could not be removed, or older ones not brought up to date');
    }
  };
  void keep();
  const timer = setInterval(() => void keep(), SWEEP_PAUSE_MS).unref();
  return () => {
    ended = true;
    clearInterval(timer);
  };
}

/** Runs once; whoever calls again waits for the same run. */
function onceOnly(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}
