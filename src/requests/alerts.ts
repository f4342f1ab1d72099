import type { AdminAlert, RaiseAlert } from '../checks/contract.ts';
import { type Adapter, type Principal, platformOf } from '../core/adapter.ts';
import { type Clock, DAY_MS } from '../core/clock.ts';
import type { ShownReply } from '../core/reply.ts';
import { alertReply } from '../format/reply/admin-alert.ts';
import { sayIn } from '../format/words/say.ts';
import type { Log } from '../ops/log/log.ts';
import type { SettingTable } from '../store/schema/setting.ts';

/** Longer than any period of an alert, so that each is sent once. */
const KEPT_MS = 40 * DAY_MS;
/** The store has to work for this long to count as working again. */
const STEADY_MS = 60_000;

type Alerted = Pick<Adapter, 'platform' | 'notify'>;

/** Sends each alert once to the admins on every platform they are on. */
export function createAdminAlerts(options: {
  /** The adapters; alerts raised earlier are sent once it resolves. */
  readonly adapters: Promise<readonly Alerted[]>;
  /** The recipients; only people can receive messages. */
  readonly admins: readonly Principal[];
  /** BCP 47 tag of the language of alerts. */
  readonly locale: string;
  /** The embedded sandbox answers, which alerts have to say. */
  readonly sandbox: boolean;
  readonly settings: SettingTable;
  readonly storeNews: StoreNews;
  readonly clock: Clock;
  /** Receives every alert in English. */
  readonly log: Log;
}): RaiseAlert {
  const { adapters, admins, settings, storeNews, clock, log } = options;
  /** If it cannot be read, the alert is sent: twice is better than never. */
  const isNews = async (alert: AdminAlert): Promise<boolean> => {
    switch (alert.kind) {
      case 'store-failing':
        return storeNews.fails();
      case 'store-healed':
        return storeNews.works();
      case 'platform-lost':
      case 'request-poisoned':
        return true;
      case 'breaker-closed':
        return settings.delete(idOf(alert, clock.now()));
      default: {
        const isDaily = alert.kind === 'breaker-opened' || alert.kind === 'replies-undeliverable';
        const keptMs = isDaily ? DAY_MS : KEPT_MS;
        return settings.insert(idOf(alert, clock.now()), 'sent', clock.now() + keptMs);
      }
    }
  };
  const send = async (alert: AdminAlert): Promise<void> => {
    if (!(await isNews(alert).catch(() => true))) return;
    const replyIn = (locale: string) => {
      const view = { say: sayIn(locale), admin: true, now: clock.now(), sandbox: options.sandbox };
      return alertReply({ ...view, visibility: 'private' }, alert);
    };
    const { tone, title, summary } = replyIn('en');
    log[tone === 'good' ? 'info' : 'warn']({ alert: alert.kind }, [title, summary].join('. '));
    const reply = { ...replyIn(options.locale), actions: [] };
    const people = recipients(await adapters, admins);
    await Promise.all(people.map(({ adapter, admin }) => notify(adapter, admin, reply, log)));
  };
  return (alert) => {
    send(alert).catch((error: unknown) =>
      log.error({ err: error, alert: alert.kind }, 'An alert could not be sent'),
    );
  };
}

function idOf(alert: AdminAlert, now: number): string {
  switch (alert.kind) {
    case 'breaker-opened':
    case 'breaker-closed':
      return `alert breaker ${alert.code}`;
    case 'checks-low':
      return `alert checks-low ${alert.percent} ${new Date(now).toISOString().slice(0, 7)}`;
    case 'budget':
      return `alert budget ${alert.percent} ${new Date(now).toISOString().slice(0, 10)}`;
    case 'key-expires':
      return `alert key-expires ${alert.days} ${alert.date}`;
    default:
      return `alert ${alert.kind}`;
  }
}

interface Recipient {
  readonly adapter: Alerted;
  readonly admin: Principal;
}

/** Only people: a role or a group cannot receive messages. The person at the console is an admin. */
function recipients(
  adapters: readonly Alerted[],
  admins: readonly Principal[],
): readonly Recipient[] {
  const people = [...new Set<Principal>([...admins, 'console:user:local'])].filter((admin) =>
    admin.includes(':user:'),
  );
  return people.flatMap((admin) =>
    adapters
      .filter(({ platform }) => platform === platformOf(admin))
      .map((adapter) => ({ adapter, admin })),
  );
}

async function notify(
  adapter: Alerted,
  admin: Principal,
  reply: ShownReply,
  log: Log,
): Promise<void> {
  const isReached = await adapter.notify(admin, reply).catch((error: unknown) => {
    log.warn({ err: error, admin }, 'An admin could not be notified');
    return true;
  });
  if (!isReached)
    log.warn({ admin }, 'An admin cannot be reached: a first message to the bot opens the way');
}

export type StoreNews = ReturnType<typeof createStoreNews>;

/**
 * Decides which changes of the store are reported, so that a store that fails every few seconds is reported once. It is shared by
 * all runs of a process: a lost store ends a run, and the next run reports that it works again.
 */
export function createStoreNews(clock: Clock) {
  let isReported = false;
  let waiting = new AbortController();
  return {
    fails: (): boolean => {
      waiting.abort();
      const isNews = !isReported;
      isReported = true;
      return isNews;
    },
    works: async (): Promise<boolean> => {
      waiting.abort();
      waiting = new AbortController();
      const { signal } = waiting;
      await clock.sleep(STEADY_MS, signal, { ref: false }).catch(() => undefined);
      const isNews = isReported && !signal.aborted;
      if (isNews) isReported = false;
      return isNews;
    },
  };
}
