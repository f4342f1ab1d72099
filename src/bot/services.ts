import { createCommands } from '../../commands/index.ts';
import type { BotServices } from '../../commands/services.ts';
import { createSuggest } from '../../commands/suggest.ts';
import { createDrawQuota } from '../charts/draw.ts';
import { createAccounts } from '../checks/basics.ts';
import { type Checks, createChecks } from '../checks/checks.ts';
import { type Adapter, FileUnreadable, type Suggest } from '../core/adapter.ts';
import type { Command } from '../core/command.ts';
import { type Principal, platformOf } from '../core/requester.ts';
import { createFiles } from '../files/files.ts';
import { createRunner, type Runner } from '../files/work/runner.ts';
import { createTurns } from '../files/work/turns.ts';
import { type History, NO_HISTORY } from '../history/history.ts';
import { createHistory } from '../history/rows.ts';
import { createAccess, isAtConsole, offeredTo } from '../requests/access.ts';
import { BUTTONS_KEPT_MS } from '../requests/buttons.ts';
import { REQUEST_MAX_AGE_MS } from '../requests/requests.ts';
import { createHistoryTable, HISTORY_KEPT_MS } from '../store/schema/history.ts';
import type { Infrastructure } from './infrastructure.ts';
import { priced } from './metrics.ts';

/** The second phase: what the bot can do, whatever platform asks for it. */
export interface Services {
  readonly checks: Checks;
  readonly commands: readonly Command[];
  readonly suggest: Suggest;
  /** Ends the process that reads what people send. */
  closeFiles(): Promise<void>;
}

/** @param threads the directory `src` as JavaScript, for processes and threads, where this is not it */
export async function createServices(
  infrastructure: Infrastructure,
  threads: URL | undefined,
): Promise<Services> {
  const { config } = infrastructure;
  const checks = await openChecks(infrastructure);
  const history = openHistory(infrastructure);
  const runner = createRunner(
    threads && { host: new URL('files/work/host.js', threads), thread: new URL('files/thread.js', threads) },
  );
  const botServices: BotServices = {
    ...knowledgeOf(infrastructure, checks),
    ...filesOf(infrastructure, runner),
    history,
    forget: async (requester, request) => {
      const { requests } = await infrastructure.later.served.promise;
      await checks.forget(requester);
      return {
        checks: await history.forget(requester),
        requests: await requests.forget(requester, request),
      };
    },
    surfaceOf: async (requester) => {
      const { adapters } = await infrastructure.later.served.promise;
      return adapters.find(({ platform }) => platform === platformOf(requester))?.surface;
    },
    clock: infrastructure.clock,
    settings: commandSettings(infrastructure),
  };
  return {
    checks,
    commands: createCommands(botServices),
    suggest: offeredTo(createAccess(config.access), createSuggest(botServices)),
    closeFiles: runner.close,
  };
}

/** @param isNew nobody has had the store before */
export async function openChecks(infrastructure: Infrastructure, isNew = false): Promise<Checks> {
  const { config, clock, log, opened, service, raise, health, metrics } = infrastructure;
  const { realm, isSandbox } = service;
  const checks = await createChecks({
    ...opened,
    health,
    clock,
    raise,
    isNew,
    provider: service.provider,
    readers: service.readers,
    observer: priced(metrics, config.pricePerCheck),
    settings: {
      requestTimeoutMs: config.lookupTimeoutMs,
      requestMaxAgeMs: REQUEST_MAX_AGE_MS,
      allowance: config.allowance,
      cache: { ...config.cache, realm, sandbox: isSandbox },
      account: opened.seal.hash(`account ${realm} ${config.service?.apiKey ?? ''}`),
    },
  });
  if (checks.startsUnknowing) {
    log.warn(
      { waitMs: service.provider.limits.windowMs },
      'The store does not tell what was sent just before this start: nothing is sent until that cannot count any more',
    );
  }
  return checks;
}

function openHistory({ config, opened, clock, health }: Infrastructure): History {
  if (!config.history) return NO_HISTORY;
  return createHistory({
    table: createHistoryTable(opened.store.sql, opened.seal),
    clock,
    onError: health.report,
  });
}

/** What commands know of phones, the key and the money. */
function knowledgeOf({ tacTable, metrics, log }: Infrastructure, checks: Checks) {
  return {
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
  } satisfies Partial<BotServices>;
}

/** How commands read what people send. */
function filesOf({ config, tacTable, later }: Infrastructure, runner: Runner) {
  const turns = createTurns();
  const accountOf = createAccounts(config.access.allowed);
  let knownTacs: Uint32Array | undefined;
  return {
    readFile: async (file, { requester, ...limits }) => {
      const { adapters } = await later.served.promise;
      return adapterOf(adapters, requester).readFile(file, limits);
    },
    fileTurns: { enter: (requester) => turns.enter(accountOf(requester), isAtConsole(requester)) },
    files: createFiles(runner, () => {
      knownTacs ??= tacTable?.tacs();
      return knownTacs;
    }),
  } satisfies Partial<BotServices>;
}

/** A file is read by the adapter of the platform it came from. */
function adapterOf(adapters: readonly Adapter[], requester: Principal): Adapter {
  const adapter = adapters.find(({ platform }) => platform === platformOf(requester));
  if (adapter === undefined) throw new FileUnreadable('failed', 'the platform of the file is not served now');
  return adapter;
}

function commandSettings({ config, service }: Infrastructure): BotServices['settings'] {
  return {
    ...config,
    sandbox: service.isSandbox,
    retention: {
      answersMs: config.cache.foundTtlMs,
      notFoundMs: config.cache.notFoundTtlMs,
      requestsMs: REQUEST_MAX_AGE_MS,
      buttonsMs: BUTTONS_KEPT_MS,
      historyMs: config.history ? HISTORY_KEPT_MS : undefined,
    },
  };
}
