import type { UserFromGetMe } from 'grammy/types';
import type { Adapter } from '../../core/adapter.ts';
import type { Clock } from '../../core/clock.ts';
import type { Command } from '../../core/command.ts';
import type { LeaderElection } from '../../core/leader-election.ts';
import type { Principal } from '../../core/requester.ts';
import type { Say, SayIn } from '../../format/words/say.ts';
import type { Log } from '../../ops/log/log.ts';
import { type Albums, createAlbums } from './albums.ts';
import { createAnswered } from './answered.ts';
import { faultOf } from './errors.ts';
import { createReadDocument } from './inbound/attachments.ts';
import { createEdits } from './inbound/edits.ts';
import { createInlineChecks } from './inbound/inline-checks.ts';
import { chooseTransport, fetchUpdates } from './inbound/transport.ts';
import { createTakeUpdate, type TakeUpdate } from './inbound/updates.ts';
import { createWebhookHandler, type WebhookHandler } from './inbound/webhook.ts';
import { createIncidents } from './incidents.ts';
import type { PlatformMemory } from './memory.ts';
import { createCommandMenu } from './menu/registration.ts';
import { type ClientNeeds, createClient } from './outbound/client.ts';
import { openReply } from './outbound/delivery.ts';
import { notify } from './outbound/notify.ts';
import { createOutbound } from './outbound/outbound.ts';
import { messageAt, PLATFORM, readTarget, userOf } from './target.ts';

const DEFAULT_API_URL = 'https://api.telegram.org';
const DEFAULT_POLL_SECONDS = 30;
/** Added to the time a poll was asked to take. */
const POLL_MARGIN_SECONDS = 10;
/** Pause between attempts to connect, each of which has its own retries. */
const RECONNECT_PAUSE_MS = 15_000;
const CONNECTED_WEBHOOK = 'Connected to Telegram; updates come by the webhook';
/** Incidents during which nothing arrives from Telegram or gets there. */
const CUT_OFF = ['poll', 'conflict', 'network'] as const;

/** How updates arrive by webhook. */
export interface TelegramWebhook {
  /** The public address of this bot; https. */
  readonly url: string;
  /** 1-256 characters of `A-Z a-z 0-9 _ -`. */
  readonly secret: string;
  /** Serves the path of `url` with the handler; called once, when the adapter is created. */
  readonly mount: (path: string, handler: WebhookHandler) => void;
}

/** How the Telegram adapter is set up. */
export interface TelegramOptions {
  /** The bot's token; never logged. */
  readonly token: string;
  /** The Bot API server; Telegram's own by default. */
  readonly apiUrl?: string;
  /** undefined selects long polling. */
  readonly webhook?: TelegramWebhook;
  /** The commands to list in Telegram's menus. */
  readonly commands: readonly Command[];
  /** Who sees admin commands in Telegram's lists; dispatch enforces who may use them. */
  readonly admins: readonly Principal[];
  /** The command that takes messages without a command. */
  readonly textCommand: string;
  /** The command that answers `/start`. */
  readonly startCommand: string;
  /** Memory shared by the processes of the installation; undefined for a single process. */
  readonly shared?: PlatformMemory | undefined;
  /** Memory that outlives the process, also for a single one. */
  readonly kept: PlatformMemory;
  /** Returns the catalogue for a locale. */
  readonly sayIn: SayIn;
  /** Languages in which command lists are written, in addition to the default list. */
  readonly languages: readonly string[];
  /** What Telegram is called through. */
  readonly proxy?: ClientNeeds['proxy'];
  readonly clock: Clock;
  readonly log: Log;
  /** Decides which process fetches updates by long polling; a webhook is served by all. */
  readonly lead: LeaderElection;
  /** Called at most once if nothing can work any more; the reason tells the operator what to do. */
  readonly onFatal: (reason: string) => void;
  /** How long Telegram holds a poll open, in seconds; 30 by default. */
  readonly pollSeconds?: number;
  /** Time limit for calls other than polls, in seconds; 20 by default. */
  readonly callTimeoutSeconds?: number;
}

/**
 * Telegram as a platform. `start` retries until Telegram can be reached; if the token is refused, it calls `onFatal` and
 * resolves. One of many processes with the same token fetches updates at a time; all of them show replies.
 */
export function createTelegramAdapter(options: TelegramOptions): Adapter {
  const { clock, log, webhook, onFatal } = options;
  const parts = createParts(options);
  const { api, calls, incidents, menu, delivery } = parts;
  const stopped = new AbortController();
  let me: UserFromGetMe | undefined;
  let take: TakeUpdate | undefined;
  let polling: Promise<void> | undefined;

  webhook?.mount(
    new URL(webhook.url).pathname,
    createWebhookHandler({ ...options, secret: webhook.secret, incidents, take: () => take }),
  );
  const connect = async (): Promise<UserFromGetMe | undefined> => {
    while (!stopped.signal.aborted) {
      try {
        const found = await calls.repeatable(() => api.getMe(), { signal: stopped.signal });
        await chooseTransport(parts, webhook, found);
        return found;
      } catch (error) {
        const { kind, message } = faultOf(error);
        if (kind === 'unauthorized') return undefined;
        if (kind === 'refused' && webhook !== undefined) {
          onFatal(`Telegram does not accept TELEGRAM_WEBHOOK_URL or its secret: ${message}`);
          return undefined;
        }
        await clock.sleep(RECONNECT_PAUSE_MS, stopped.signal).catch(() => undefined);
      }
    }
    return undefined;
  };

  return {
    platform: PLATFORM,
    surface: 'chat',
    start: async (receive, suggest) => {
      me = await connect();
      if (me === undefined) return;
      parts.setUsername(me.username);
      take = createTakeUpdate({
        ...options,
        ...parts,
        reading: readingFor(options, me, parts.albums),
        receive,
        suggest,
        open: (place) => openReply(delivery, place),
        onMet: (user) => void menu.writeFor(user),
      });
      void menu.write();
      if (webhook === undefined) polling = fetchUpdates({ ...options, ...parts, me, take }, stopped.signal);
      else log.info({ bot: me.username }, CONNECTED_WEBHOOK);
    },
    connected: () => me !== undefined && !stopped.signal.aborted && !parts.isCutOff(),
    reopen: async (target) => {
      const place = readTarget(target);
      return place && openReply(delivery, place);
    },
    standsAt: (target) => messageAt(readTarget(target)),
    readFile: parts.readDocument,
    forget: async (requester) => {
      const user = userOf(requester);
      if (user !== undefined) await parts.inlineChecks.forget(user);
    },
    notify: (admin, reply) => notify(parts, admin, reply),
    stop: async () => {
      take = undefined;
      stopped.abort();
      await polling;
    },
  };
}

function createParts({ token, apiUrl = DEFAULT_API_URL, clock, log, onFatal, ...options }: TelegramOptions) {
  const { callTimeoutSeconds, pollSeconds = DEFAULT_POLL_SECONDS } = options;
  const apiRoot = apiUrl.replace(/\/+$/, '');
  const at = { token, apiRoot, proxy: options.proxy };
  const incidents = createIncidents(log, clock);
  let username: string | undefined;
  let fatal = false;
  const onUnauthorized = (): void => {
    if (fatal) return;
    fatal = true;
    onFatal('Telegram does not accept TELEGRAM_TOKEN. Ask @BotFather for the token of this bot, and set it');
  };
  const sayIn = (locale: string): Say => options.sayIn(locale);
  const answered = createAnswered({ clock, shared: options.shared });
  const albums = createAlbums({ clock, shared: options.shared });
  const { api, calls, delivery } = createOutbound({
    ...{ at, callTimeoutSeconds, clock, incidents, answered, albums, sayIn, onUnauthorized },
    username: () => username,
  });
  const menu = createCommandMenu({ ...options, api, calls, incidents });
  return {
    api,
    readDocument: createReadDocument({ api, calls, clock, ...at }),
    pollApi: createClient(at, pollSeconds + POLL_MARGIN_SECONDS),
    pollSeconds,
    calls,
    incidents,
    messages: delivery.messages,
    menu,
    onUnauthorized,
    isCutOff: () => fatal || CUT_OFF.some((trouble) => incidents.isPresent(trouble)),
    answered,
    albums,
    inlineChecks: createInlineChecks({ kept: options.kept, clock, log }),
    delivery,
    sayIn,
    setUsername: (name: string) => {
      username = name;
    },
  };
}

function readingFor(
  { commands, textCommand, startCommand, kept }: TelegramOptions,
  me: UserFromGetMe,
  albums: Albums,
) {
  return {
    me,
    commandNames: commands.map(({ name }) => name),
    textCommand,
    startCommand,
    edits: createEdits(kept.hash),
    albums,
  };
}
