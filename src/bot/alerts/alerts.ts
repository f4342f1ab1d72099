import type { AdminAlert, RaiseAlert } from '../../checks/alerts.ts';
import type { Adapter } from '../../core/adapter/adapter.ts';
import { isPerson, type Principal, platformOf } from '../../core/principal.ts';
import type { Reply, ReplyWithButtons } from '../../core/reply/reply.ts';
import { type Clock, DAY_MS } from '../../core/time/clock.ts';
import { alertReply } from '../../format/reply/admin-alert.ts';
import { sayIn } from '../../format/texts/say.ts';
import type { Log } from '../../ops/log/log.ts';
import type { AlertNote, AlertNotes } from './alert-notes.ts';
import type { StoreNews } from './store-news.ts';

/** Longer than any period of an alert and any outage, so that each is sent once. */
const KEPT_MS = 40 * DAY_MS;

/** The notes about a pause of the service have names that begin like this: one for each reason. */
const PAUSE_NOTES = 'alert service-paused ';

/** The name of the note that a failing store was reported. Only `StoreNews` keeps it. */
const STORE_NOTE = 'alert store-failing';

/** An adapter as alerts use it. */
export type Notifier = Pick<Adapter, 'platform' | 'operator' | 'notify'>;

interface AdminAlertsOptions {
  /** The adapters. Alerts that are raised earlier are sent once it resolves. */
  readonly notifiers: Promise<readonly Notifier[]>;
  /** Recipients of the alerts; only people can receive messages. */
  readonly admins: readonly Principal[];
  /** BCP 47 tag of the language of alerts. */
  readonly locale: string;
  /** Whether the embedded sandbox answers: then alerts say so. */
  readonly isSandbox: boolean;
  /** Notes of all alerts but those about the store. */
  readonly notes: AlertNotes;
  readonly storeNews: StoreNews;
  readonly clock: Clock;
  /** Receives every alert in English. */
  readonly log: Log;
}

/** The result of a message to an admin: `unreachable` until they write to the bot. */
type NotifyOutcome = 'sent' | 'unreachable' | 'failed';

/** Sends each alert once to the admins on every platform they are on. */
export class AdminAlerts {
  readonly #options: AdminAlertsOptions;
  /** The notes of alerts that are being sent, which may take until a platform is connected. */
  readonly #underWay = new Set<AlertNote>();

  constructor(options: AdminAlertsOptions) {
    this.#options = options;
  }

  /** Sends an alert in the background, unless it was sent before. */
  readonly raise: RaiseAlert = (alert) => {
    this.#send(alert).catch((error: unknown) => {
      this.#options.log.error(
        { err: error, alert: alert.kind },
        'An alert could not be sent; admins read of it only here',
      );
    });
  };

  async #send(alert: AdminAlert): Promise<void> {
    const { storeNews, clock } = this.#options;
    if (alert.kind === 'store-failing') storeNews.noteFailing();
    const note = noteOf(alert, clock.now());
    if (note !== undefined) await this.#sendOnce(alert, note);
    else if (await this.#isNews(alert)) await this.#notifyAdmins(alert);
  }

  /** Notes an alert only after it was sent: twice is better than never. */
  async #sendOnce(alert: AdminAlert, note: AlertNote): Promise<void> {
    if ([...this.#underWay].some(({ name }) => name === note.name)) return;
    this.#underWay.add(note);
    const notes = this.#notesOf(note.name);
    try {
      if (await notes.has(note.name)) return;
      const outcomes = await this.#notifyAdmins(alert);
      const hasFailed = outcomes.includes('failed') && !outcomes.includes('sent');
      if (!hasFailed && this.#underWay.has(note)) await notes.add(note);
    } finally {
      this.#underWay.delete(note);
    }
  }

  /** Sends an alert to all admins. Resolves with what came of it for each of them. */
  async #notifyAdmins(alert: AdminAlert): Promise<readonly NotifyOutcome[]> {
    const notifiers = await this.#options.notifiers;
    this.#log(alert);
    const shown: ReplyWithButtons = { ...this.#replyIn(this.#options.locale, alert), actions: [] };
    return Promise.all(
      this.#people(notifiers).flatMap((admin) =>
        notifiers
          .filter(({ platform }) => platform === platformOf(admin))
          .map((notifier) => this.#notify(notifier, admin, shown)),
      ),
    );
  }

  /** Whether to send an alert without a note. “Works again” is only sent if the failure was. */
  async #isNews({ kind }: AdminAlert): Promise<boolean> {
    if (kind === 'service-works') return this.#forgetSent(PAUSE_NOTES);
    if (kind !== 'store-healed') return true;
    const isSteady = await this.#options.storeNews.noteWorking();
    return isSteady && this.#forgetSent(STORE_NOTE);
  }

  /**
   * Forgets the alerts about a failure that has ended, also those that are being sent. Otherwise
   * the next failure would not be reported. Resolves with whether one was sent, or is being sent.
   */
  async #forgetSent(beginning: string): Promise<boolean> {
    const beingSent = [...this.#underWay].filter(({ name }) => name.startsWith(beginning));
    for (const note of beingSent) this.#underWay.delete(note);
    const wasSent = await this.#notesOf(beginning).forget(beginning);
    return wasSent || beingSent.length > 0;
  }

  #notesOf(name: string): AlertNotes {
    const { notes, storeNews } = this.#options;
    return name === STORE_NOTE ? storeNews : notes;
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

  /** The admins who can receive messages: a role or a group cannot. */
  #people(notifiers: readonly Notifier[]): readonly Principal[] {
    const operators = notifiers.flatMap(({ operator }) => operator ?? []);
    return [...this.#options.admins, ...operators].filter(isPerson);
  }

  async #notify(
    notifier: Notifier,
    admin: Principal,
    shown: ReplyWithButtons,
  ): Promise<NotifyOutcome> {
    const { log } = this.#options;
    try {
      if (await notifier.notify(admin, shown)) return 'sent';
      log.warn({ admin }, 'An admin cannot be reached: they have to write to the bot first');
      return 'unreachable';
    } catch (error) {
      log.warn({ err: error, admin }, 'An alert could not be sent to an admin');
      return 'failed';
    }
  }
}

/** Alerts with the same note are sent once until it expires, alerts without one each time. */
function noteOf(alert: AdminAlert, now: number): AlertNote | undefined {
  const name = noteNameOf(alert, now);
  if (name === undefined) return undefined;
  const keptMs = alert.kind === 'replies-undeliverable' ? DAY_MS : KEPT_MS;
  return { name, expires: now + keptMs };
}

function noteNameOf(alert: AdminAlert, now: number): string | undefined {
  switch (alert.kind) {
    case 'store-failing':
      return STORE_NOTE;
    case 'service-paused':
      return `${PAUSE_NOTES}${alert.code}`;
    case 'checks-low':
      return `alert checks-low ${alert.percent} ${alert.enoughAt}`;
    case 'budget':
      return `alert budget ${alert.percent} ${alert.limit} ${dayOf(now)}`;
    case 'key-expires':
      return `alert key-expires ${alert.days} ${alert.date}`;
    case 'replies-undeliverable':
      return 'alert replies-undeliverable';
    case 'service-works':
    case 'store-healed':
    case 'platform-lost':
    case 'request-poisoned':
      return undefined;
  }
}

/** As `2026-11-29`, in UTC. */
function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
