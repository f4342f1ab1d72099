import type { AdminAlert, RaiseAlert } from '../checks/alerts.ts';
import type { Adapter } from '../core/adapter/adapter.ts';
import { type Clock, DAY_MS } from '../core/clock.ts';
import { isPerson, type Principal, platformOf } from '../core/principal.ts';
import type { Reply, ShownReply } from '../core/reply.ts';
import { alertReply } from '../format/reply/admin-alert.ts';
import { sayIn } from '../format/words/say.ts';
import type { Log } from '../ops/log/log.ts';
import type { StoreHealth } from '../store/health.ts';
import type { MetadataTable } from '../store/schema/metadata.ts';
import type { StoreNews } from './store-news.ts';

/** Longer than any period of an alert and any outage, so that each is sent once. */
const KEPT_MS = 40 * DAY_MS;

/** Begins the names of the alerts about a pause of the service, one for each reason. */
const OF_A_PAUSE = 'alert service-paused ';

/** An adapter as alerts use it. */
export type Notifier = Pick<Adapter, 'platform' | 'operator' | 'notify'>;

interface AdminAlertsOptions {
  /** The adapters. Alerts that are raised earlier are sent once it resolves. */
  readonly notifiers: Promise<readonly Notifier[]>;
  /** Who is to be told; only people can receive messages. */
  readonly admins: readonly Principal[];
  /** BCP 47 tag of the language of alerts. */
  readonly locale: string;
  /** The embedded sandbox answers, which alerts have to say. */
  readonly isSandbox: boolean;
  readonly metadata: Pick<MetadataTable, 'insert' | 'deleteAll'>;
  readonly health: Pick<StoreHealth, 'writeOrQueue'>;
  readonly storeNews: StoreNews;
  readonly clock: Clock;
  /** Receives every alert in English. */
  readonly log: Log;
}

/** Sends each alert once to the admins on every platform they are on. */
export class AdminAlerts {
  readonly #options: AdminAlertsOptions;

  constructor(options: AdminAlertsOptions) {
    this.#options = options;
  }

  /** Sends an alert in the background, unless it was sent before. */
  readonly raise: RaiseAlert = (alert) => {
    this.#send(alert).catch((error: unknown) => {
      this.#options.log.error({ err: error, alert: alert.kind }, 'An alert could not be sent');
    });
  };

  async #send(alert: AdminAlert): Promise<void> {
    if (!(await this.#isNews(alert))) return;
    this.#log(alert);
    const message: ShownReply = { ...this.#replyIn(this.#options.locale, alert), actions: [] };
    const notifiers = await this.#options.notifiers;
    await Promise.all(
      this.#people(notifiers).flatMap((admin) =>
        notifiers
          .filter(({ platform }) => platform === platformOf(admin))
          .map((notifier) => this.#notify(notifier, admin, message)),
      ),
    );
  }

  /** If it cannot be found out, the alert is sent: twice is better than never. */
  async #isNews(alert: AdminAlert): Promise<boolean> {
    try {
      return await this.#isFirst(alert);
    } catch (error) {
      this.#options.log.debug({ err: error, alert: alert.kind }, 'An alert may be sent twice');
      return true;
    }
  }

  async #isFirst(alert: AdminAlert): Promise<boolean> {
    const { storeNews, metadata, clock } = this.#options;
    const now = clock.now();
    switch (alert.kind) {
      case 'store-failing':
        return storeNews.noteFailing();
      case 'store-healed':
        return storeNews.noteWorking();
      case 'platform-lost':
      case 'request-poisoned':
        return true;
      case 'service-works':
        return this.#endPause();
      case 'replies-undeliverable':
        return metadata.insert(alertName(alert, now), 'sent', now + DAY_MS);
      default:
        return metadata.insert(alertName(alert, now), 'sent', now + KEPT_MS);
    }
  }

  /**
   * Whether admins know of the pause that has ended; true if that cannot be found out. All of its
   * reasons are forgotten, later if the store fails: otherwise the next pause would not be news.
   */
  async #endPause(): Promise<boolean> {
    const { metadata, health } = this.#options;
    let wasSent = true;
    await health.writeOrQueue('the end of an alert', async () => {
      wasSent = await metadata.deleteAll(OF_A_PAUSE);
    });
    return wasSent;
  }

  #log(alert: AdminAlert): void {
    const { tone, title, summary } = this.#replyIn('en', alert);
    const level = tone === 'good' ? 'info' : 'warn';
    const why = alert.kind === 'service-paused' ? alert.why : undefined;
    this.#options.log[level]({ alert: alert.kind, why }, [title, summary].join('. '));
  }

  #replyIn(locale: string, alert: AdminAlert): Reply {
    const { isSandbox, clock } = this.#options;
    const say = sayIn(locale);
    return alertReply(
      { say, isAdmin: true, now: clock.now(), isSandbox, visibility: 'private' },
      alert,
    );
  }

  /** A role or a group cannot receive messages. */
  #people(notifiers: readonly Notifier[]): readonly Principal[] {
    const operators = notifiers.flatMap(({ operator }) => operator ?? []);
    return [...this.#options.admins, ...operators].filter(isPerson);
  }

  async #notify(notifier: Notifier, admin: Principal, message: ShownReply): Promise<void> {
    const { log } = this.#options;
    try {
      if (await notifier.notify(admin, message)) return;
      log.warn({ admin }, 'An admin cannot be reached: they have to write to the bot first');
    } catch (error) {
      log.warn({ err: error, admin }, 'An admin could not be notified');
    }
  }
}

/** Names an alert in the metadata: the same name for alerts of which only the first is sent. */
function alertName(alert: AdminAlert, now: number): string {
  switch (alert.kind) {
    case 'service-paused':
      return `${OF_A_PAUSE}${alert.code}`;
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
