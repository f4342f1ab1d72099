import type { BotServices, CheckSupply, FileServices } from '../../commands/services.ts';
import type { AccountOf } from '../checks/accounts.ts';
import type { Checks } from '../checks/checks.ts';
import type { Config } from '../config/config.ts';
import type { AdapterOf } from '../core/adapter/adapter.ts';
import { FileUnreadable } from '../core/adapter/file-access.ts';
import type { Principal } from '../core/principal.ts';
import { createFiles } from '../files/files.ts';
import { Turns } from '../files/work/file-turns.ts';
import type { Runner } from '../files/work/runner.ts';
import { NO_HISTORY, type StoredHistory } from '../history/history.ts';
import { REQUEST_MAX_AGE_MS } from '../requests/requests.ts';
import { HISTORY_KEPT_MS } from '../store/schema/history-table.ts';
import { CLOSED_KEPT_MS } from '../store/schema/request-table.ts';
import type { TacTable } from '../tac/table.ts';

interface BotServicesOptions extends Pick<BotServices, 'clock' | 'reportBug'> {
  readonly tacTable: TacTable | undefined;
  readonly checks: Checks;
  readonly accountOf: AccountOf;
  readonly history: StoredHistory;
  readonly runner: Runner;
  readonly adapterOf: AdapterOf;
  readonly forgetRequests: (
    requester: Principal,
    except: { readonly requestId: string },
  ) => Promise<number>;
  readonly isSandbox: boolean;
}

/** The bot as commands see it. */
export function createBotServices(config: Config, options: BotServicesOptions): BotServices {
  const { clock, tacTable, checks, history, adapterOf, isSandbox, reportBug } = options;
  return {
    clock,
    checker: checks.checker,
    supply: supplyOf(checks),
    files: createFileServices(options),
    history: config.keepsHistory ? history : NO_HISTORY,
    forget: async (requester, request) => {
      // Requests first, since they could add checks meanwhile.
      const requests = await options.forgetRequests(requester, request);
      await checks.allowance.forget(requester);
      // Also with HISTORY=off: checks from before that setting may still be there.
      return { checks: await history.forget(requester), requests };
    },
    tacEntryOf: (tac) => tacTable?.lookUp(tac),
    guideOf: (requester) => adapterOf(requester)?.guide,
    reportBug,
    settings: {
      ...config,
      isSandbox,
      retention: {
        answersMs: config.cache.foundTtlMs,
        notFoundMs: config.cache.notFoundTtlMs,
        requestsMs: REQUEST_MAX_AGE_MS,
        buttonsMs: CLOSED_KEPT_MS,
        historyMs: config.keepsHistory ? HISTORY_KEPT_MS : undefined,
      },
      // Asked when it is needed: the data for it takes 15 ms and 7 MB.
      timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  };
}

function supplyOf(checks: Checks): CheckSupply {
  const { allowance, service, keyMonitor, waitingRequests, usage } = checks;
  return {
    allowance: (person) => allowance.leftToday(person),
    usage,
    pauseReason: () => service.gate.pauseReason(),
    keyStatus: ({ requestId, signal }) =>
      waitingRequests.during(requestId, keyMonitor.statusNow({ signal })),
    keySamples: () => keyMonitor.samples(),
  };
}

function createFileServices({
  runner,
  tacTable,
  adapterOf,
  accountOf,
}: BotServicesOptions): FileServices {
  const turns = new Turns();
  const tacs = tacTable?.tacs();
  return {
    ...createFiles(runner, () => tacs),
    ticketFor: (requester) => {
      const isOperator = adapterOf(requester)?.operator === requester;
      return turns.enter(accountOf(requester), isOperator);
    },
    download: async (file, { requester, ...limits }) => {
      const bytes = await adapterOf(requester)?.readFile(file, limits);
      if (bytes === undefined) throw new FileUnreadable('failed', 'its platform is not served now');
      return bytes;
    },
  };
}
