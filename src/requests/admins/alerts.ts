import type { AdminAlert, RaiseAlert } from '../../checks/basics.ts';
import type { Adapter } from '../../core/adapter.ts';
import { type Clock, DAY_MS } from '../../core/clock.ts';
import type { ShownReply } from '../../core/reply.ts';
import { type Principal, platformOf } from '../../core/requester.ts';
import { alertReply } from '../../format/reply/admin-alert.ts';
import { sayIn } from '../../format/words/say.ts';
import type { Log } from '../../ops/log/log.ts';
import type { SettingTable } from '../../store/schema/setting.ts';

/** Longer than any period an alert is about, so that each is sent once. */
const KEPT_MS = 40 * DAY_MS;
/** A breaker that is still open after a day is reported again. */
const BREAKER_KEPT_MS = DAY_MS;
/** Who fails again so soon after it worked again counts as working only when it has worked for as long. */
const STEADY_MS = 600_000;

/** What {@link createAdminAlerts} works with. */
export interface AdminAlertsNeeds {
  /** The connected adapters; alerts raised earlier are sent once it resolves. */
  readonly adapters: Promise<readonly Adapter[]>;
  /** The recipients; only people can receive messages. */
  readonly admins: readonly Principal[];
  /** Remembers which alerts were sent. */
  readonly settings: SettingTable;
  /** Dates the alerts. */
  readonly clock: Clock;
  /** Receives every alert in English. */
  readonly log: Log;
  /** The embedded sandbox answers, which alerts have to say. */
  readonly sandbox: boolean;
  /** BCP 47 tag of the language of alerts. */
  readonly locale: string;
}

/** Sends each alert once to the admins on every platform they are on. */
export function createAdminAlerts(needs: AdminAlertsNeeds): RaiseAlert {
  const { clock, log, settings } = needs;
  const storeNews = createStoreNews(clock);

  /** Whether this alert is new. If that cannot be read, the alert is sent: twice is better than never. */
  const isNews = async (alert: AdminAlert): Promise<boolean> => {
    switch (alert.kind) {
      case 'store-failing':
        return storeNews.fails();
      case 'store-healed':
        return storeNews.works();
      // These happen once each.
      case 'request-poisoned':
      case 'replies-undeliverable':
        return true;
      case 'breaker-closed':
        return settings.delete(idOf(alert, clock.now()));
      case 'breaker-opened':
        return settings.insert(idOf(alert, clock.now()), 'told', {
          expiresAt: clock.now() + BREAKER_KEPT_MS,
        });
      default:
        return settings.insert(idOf(alert, clock.now()), 'told', { expiresAt: clock.now() + KEPT_MS });
    }
  };
  const tell = async (alert: AdminAlert): Promise<void> => {
    if (!(await isNews(alert).catch(() => true))) return;
    const viewIn = (locale: string) => ({
      say: sayIn(locale),
      visibility: 'private' as const,
      admin: true,
      now: clock.now(),
      sandbox: needs.sandbox,
    });
    const reply = { ...alertReply(viewIn(needs.locale), alert), actions: [] };
    // The log is always in English.
    const { tone, title, summary } = alertReply(viewIn('en'), alert);
    log[tone === 'good' ? 'info' : 'warn']({ alert: alert.kind }, [title, summary].join('. '));
    const people = recipients(await needs.adapters, needs.admins);
    await Promise.all(people.map(({ adapter, admin }) => notify(adapter, admin, reply, log)));
  };
  return (alert) => {
    tell(alert).catch((error: unknown) =>
      log.error({ err: error, alert: alert.kind }, 'An alert could not be told'),
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
  readonly adapter: Adapter;
  readonly admin: Principal;
}

/** Only people: a role or a group cannot receive messages. The person at the console is an admin. */
function recipients(adapters: readonly Adapter[], admins: readonly Principal[]): readonly Recipient[] {
  const people = [...new Set<Principal>([...admins, 'console:user:local'])].filter((admin) =>
    admin.includes(':user:'),
  );
  return people.flatMap((admin) =>
    adapters.filter(({ platform }) => platform === platformOf(admin)).map((adapter) => ({ adapter, admin })),
  );
}

async function notify(adapter: Adapter, admin: Principal, reply: ShownReply, log: Log): Promise<void> {
  const reached = await adapter.notify(admin, reply).catch((error: unknown) => {
    log.warn({ err: error, admin }, 'An admin could not be told');
    return true;
  });
  if (!reached) log.warn({ admin }, 'An admin cannot be reached: a first message to the bot opens the way');
}

/** Tells which changes of the store are news: not each of those of one that fails and works again every few seconds. */
export interface StoreNews {
  /** The store fails. Returns whether admins have to be told. */
  fails(): boolean;
  /**
   * The store works again. Resolves with whether admins have to be told: at once or, where it had failed shortly before, when it
   * has worked for a while; with false if it fails again before that.
   */
  works(): Promise<boolean>;
}

export function createStoreNews(clock: Clock): StoreNews {
  let isToldToFail = false;
  /** Whether it failed again soon after it was told to work. */
  let isUnsteady = false;
  let toldToWorkMs = Number.NEGATIVE_INFINITY;
  let watch = new AbortController();
  return {
    fails: () => {
      watch.abort();
      if (isToldToFail) return false;
      isToldToFail = true;
      isUnsteady = clock.elapsed() - toldToWorkMs < STEADY_MS;
      return true;
    },
    works: async () => {
      if (!isToldToFail) return false;
      if (isUnsteady) {
        watch = new AbortController();
        const { signal } = watch;
        await clock.sleep(STEADY_MS, signal, { ref: false }).catch(() => undefined);
        if (signal.aborted) return false;
      }
      isToldToFail = false;
      toldToWorkMs = clock.elapsed();
      return true;
    },
  };
}
