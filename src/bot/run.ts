/**
 * The files of this folder. A process calls `Owner`, which begins one run after another.
 *
 *     owner               begins a run when this process owns the installation
 *     options             what a run gets from its process, and from the run before it
 *     run                 puts a run together, and ends it
 *     engine              the store and the checks of a run
 *     service             the service that answers the checks, or the sandbox
 *     checks-options      what the settings say about the checks
 *     watch-installation  notices when the store fails
 *     platforms           the adapters of a run
 *     host                what adapters see of the bot
 *     registration        registers commands with a platform only once
 *     default-commands    the command for plain text, and the one for newcomers
 *     bot-services        what commands see of the bot
 *     upkeep              removes what has expired
 *     clock-set-back      notices when the clock was set back
 *     self-report         what a run says about itself: to metrics, to `/readyz`, in the log
 *     alerts/alerts       sends admins what they have to know
 *     alerts/alert-notes  which alerts were sent
 *     alerts/store-news   whether admins know that the store fails
 *     settings            reads the settings, also for the tools of operators
 *     explain-exit        says to the operator what ended the process
 */

import { createCommands } from '../../commands/index.ts';
import type { BotServices } from '../../commands/services.ts';
import { createSuggest } from '../../commands/suggest.ts';
import type { ReceiveRequest } from '../core/adapter/request-event.ts';
import type { FindSuggestions } from '../core/adapter/suggestions.ts';
import type { Command } from '../core/command/command.ts';
import { Lifetime } from '../core/lifetime/lifetime.ts';
import { EXIT, OperatorError } from '../core/operator/operator-error.ts';
import { deferred } from '../core/promises.ts';
import { Runner } from '../files/work/runner.ts';
import { languageOf } from '../format/texts/text-catalogue.ts';
import { StoredHistory } from '../history/history.ts';
import { createBugReporter, type ReportBug } from '../ops/bug-reporter.ts';
import type { Mount, ReadyPart } from '../ops/http/http-app.ts';
import { maskSecrets } from '../ops/log/mask.ts';
import { type Access, createAccess, restrictSuggest } from '../requests/access.ts';
import { createRequests, REQUEST_MAX_AGE_MS, type Requests } from '../requests/requests.ts';
import { HistoryTable } from '../store/schema/history-table.ts';
import { StoreFailed } from '../store/store-errors.ts';
import { createBotServices } from './bot-services.ts';
import { untilClockSetBack } from './clock-set-back.ts';
import { DEFAULT_COMMANDS } from './default-commands.ts';
import { type Engine, startEngine } from './engine.ts';
import { createHost } from './host.ts';
import type { Handover, RunOptions } from './options.ts';
import { type Loss, Platforms } from './platforms.ts';
import { createGaugeReaders, describeRun, readyParts } from './self-report.ts';
import { runUpkeep } from './upkeep.ts';

export interface RunFailure {
  readonly error: unknown;
  /** Whether another run may begin: it may if the store was lost or the clock was set back. */
  readonly canRestart: boolean;
}

/** Serves people while this process owns the installation. */
export interface Run {
  /** Resolves if the run cannot go on. Then call `stop`. */
  readonly failed: Promise<RunFailure>;
  readonly mounts: readonly Mount[];
  readonly ready: () => readonly ReadyPart[];
  /**
   * Finishes sent checks, hands the rest over to the next run, and lets another process own the
   * installation. Never rejects.
   */
  readonly stop: () => Promise<void>;
  /**
   * State for the next run of this process, once this run is over. Resolves when no call is on its
   * way any more, since the next run has to know what was paid.
   */
  readonly handover: () => Promise<Handover>;
}

/**
 * Waits until this process owns the installation, puts the modules together and starts them. Each
 * platform starts by itself.
 * @throws StoreInUse, StoreUnusable, StoreFailed, or the reason of the signal
 */
export async function startRun(options: RunOptions): Promise<Run> {
  const lifetime = createLifetime(options);
  try {
    return await assemble(options, lifetime);
  } catch (error) {
    await lifetime.end(0);
    throw error;
  }
}

function createLifetime({ log, clock }: RunOptions): Lifetime {
  const onError = (error: unknown, part: string): void => {
    // `StoreHealth` has reported it.
    if (error instanceof StoreFailed) return;
    log.error(
      { err: error, part },
      'Work in the background failed; the bot goes on without its result',
    );
  };
  return new Lifetime(onError, clock);
}

/** Parts of a run that are made before its commands. */
interface RunParts {
  readonly options: RunOptions;
  readonly lifetime: Lifetime;
  readonly engine: Engine;
  readonly platforms: Platforms;
  readonly reportBug: ReportBug;
  /** Reports that the run cannot go on. */
  readonly fail: (failure: RunFailure) => void;
}

async function assemble(options: RunOptions, lifetime: Lifetime): Promise<Run> {
  const { config, proxy, clock, log } = options;
  const failed = deferred<RunFailure>();
  const platforms = new Platforms();
  const engine = await startEngine(options, lifetime, platforms.notifiers);
  const reportBug = createBugReporter(log);
  const parts: RunParts = { options, lifetime, engine, reportBug, platforms, fail: failed.resolve };
  // Requests run commands, and a command forgets requests. Nothing runs before both exist.
  const services = createServices(parts, (person, request) => requests.forget(person, request));
  const commands = createCommands(services);
  const host = createHost({ config, engine, proxy, commands, clock, log });
  await platforms.create(options.platforms, host, (loss) => reportLoss(parts, loss));
  const access = accessOf(parts);
  const requests = startRequests(parts, access, commands);
  observeMetrics(parts, requests);
  const { database } = engine.installation;
  runUpkeep({ database, requests, keepsHistory: config.keepsHistory, lifetime, clock });
  connectPlatforms(parts, requests, restrictSuggest(access, createSuggest(services)));
  engine.checks.keyMonitor.start();
  reportStart(parts);
  watchStoreAndClock(parts);
  return {
    failed: failed.promise,
    mounts: platforms.mounts,
    ready: () => readyParts(engine, platforms),
    stop: () => lifetime.end(database.isOwner() ? config.shutdownGraceMs : 0),
    handover: async () => ({
      sends: await engine.checks.handover(),
      requests: requests.handover(),
    }),
  };
}

/** Ends the run, unless another platform is served. */
function reportLoss({ options, engine, fail }: RunParts, { platform, why, isLast }: Loss): void {
  if (isLast) {
    fail({ error: why, canRestart: false });
    return;
  }
  options.log.error({ platform, err: why }, 'A platform is lost; the others are served');
  engine.raise({ kind: 'platform-lost', reason: maskSecrets(why.message) });
}

function createServices(parts: RunParts, forgetRequests: Requests['forget']): BotServices {
  const { options, lifetime, engine, platforms, reportBug } = parts;
  const { config, clock, files, tacTable } = options;
  const { installation, checks, accountOf, isSandbox } = engine;
  const historyTable = new HistoryTable(installation.database.sql, installation.seal);
  const runner = new Runner(files);
  lifetime.onClose('the process that reads files', () => runner.close());
  return createBotServices(config, {
    clock,
    tacTable,
    checks,
    accountOf,
    history: new StoredHistory(historyTable, clock),
    runner,
    adapterOf: platforms.adapterOf,
    isSandbox,
    forgetRequests,
    reportBug,
  });
}

/** The person at this machine is an admin, besides those in the settings. */
function accessOf({ options, platforms }: RunParts): Access {
  const { allowed, admins } = options.config.access;
  return createAccess({ allowed, admins: [...admins, ...platforms.operators] });
}

function startRequests(parts: RunParts, access: Access, commands: readonly Command[]): Requests {
  const { options, lifetime, engine, platforms } = parts;
  const { clock, log, metrics, handover } = options;
  const { installation, health, raise, checks, accountOf } = engine;
  return createRequests({
    sql: installation.database.sql,
    seal: installation.seal,
    health,
    commands,
    textCommand: DEFAULT_COMMANDS.textCommand.name,
    adapterOf: platforms.adapterOf,
    accountOf,
    access,
    checks: { waitingRequests: checks.waitingRequests, drained: checks.drained },
    raise,
    reportBug: parts.reportBug,
    metrics,
    lifetime,
    clock,
    log,
    maxAgeMs: REQUEST_MAX_AGE_MS,
    handover: handover?.requests,
  });
}

function observeMetrics(
  { options, lifetime, engine, platforms }: RunParts,
  requests: Requests,
): void {
  const { clock, metrics } = options;
  const readings = createGaugeReaders({
    checks: engine.checks,
    requests,
    adapters: platforms.adapters,
    clock,
  });
  // A process that stands by reports nothing of its former run.
  lifetime.onClose('the readings of the metrics', metrics.observe(readings));
}

/** Connects the platforms. Each resumes its open requests when it is connected. */
function connectPlatforms(
  { options, lifetime, platforms, fail }: RunParts,
  requests: Requests,
  suggest: FindSuggestions,
): void {
  const { language } = options.config;
  // From here on, a locale is a language that has a catalogue.
  const localized = <From extends { readonly locale: string }>(from: From): From => ({
    ...from,
    locale: languageOf(from.locale, language),
  });
  const receive: ReceiveRequest = (event, show) => requests.receive(localized(event), show);
  // Not later, since the next owner may connect to the platforms from then on.
  lifetime.whenOver('platforms', () => platforms.stop());
  platforms.start(
    { receive, suggest: (text, context) => suggest(text, localized(context)) },
    (platform) => requests.resume(platform),
    (error) => fail({ error, canRestart: false }),
  );
}

function reportStart({ options, engine, platforms }: RunParts): void {
  const { config, servesConsole, log, tacTable } = options;
  // Only admins who were alerted to a failing store get this.
  engine.raise({ kind: 'store-healed' });
  const running = describeRun(config, platforms, tacTable);
  if (servesConsole) log.debug(running, 'imei-bot runs');
  else log.info(running, 'imei-bot runs');
}

/** Ends the run when the store is lost, or the clock was set back. */
function watchStoreAndClock({ options, lifetime, engine, fail }: RunParts): void {
  const { servesConsole, clock } = options;
  void engine.installation.database.lost.then((error) => {
    if (servesConsole) fail({ error: storeLost(), canRestart: false });
    else fail({ error, canRestart: true });
  });
  if (servesConsole) return;
  untilClockSetBack(clock, lifetime.draining).then(
    (error) => fail({ error, canRestart: true }),
    // It rejects only at the end of the run.
    () => undefined,
  );
}

function storeLost(): OperatorError {
  return new OperatorError(
    'The store was taken away while the bot ran: its file, its lock or its database is gone. Start the bot again when no other one runs.',
    { exitCode: EXIT.tryAgain },
  );
}
