import type { LanguageCode, UserFromGetMe } from 'grammy/types';
import type { Adapter } from '../../core/adapter.ts';
import type { Clock } from '../../core/clock.ts';
import type { Command } from '../../core/command.ts';
import type { LeaderElection } from '../../core/leader-election.ts';
import type { Principal } from '../../core/requester.ts';
import type { WordsFor } from '../../format/words/words.ts';
import type { Log } from '../../ops/log/log.ts';
import { faultOf } from './errors.ts';
import { createAlbums } from './inbound/albums.ts';
import { createReadDocument } from './inbound/attachments.ts';
import { createEdits } from './inbound/edits.ts';
import { createInlineChecks } from './inbound/inline-checks.ts';
import { chooseTransport, fetchUpdates } from './inbound/transport.ts';
import { createTakeUpdate, type TakeUpdate } from './inbound/updates.ts';
import { createWebhookHandler, type WebhookHandler } from './inbound/webhook.ts';
import { createIncidents } from './incidents.ts';
import type { PlatformMemory } from './memory.ts';
import { createCommandMenu } from './menu/registration.ts';
import { createCalls } from './outbound/api.ts';
import { openReply } from './outbound/delivery.ts';
import { createFiles } from './outbound/files.ts';
import { createMessages } from './outbound/messages.ts';
import { notify } from './outbound/notify.ts';
import { createThrottle } from './outbound/throttle.ts';
import { Api } from './sdk.ts';
import { messageAt, PLATFORM, readTarget } from './target.ts';
import type { TelegramWords } from './words.ts';

const DEFAULT_API_URL = 'https://api.telegram.org';
const DEFAULT_POLL_SECONDS = 30;
/** A call other than a poll is answered sooner than this, or not at all. */
const CALL_TIMEOUT_SECONDS = 20;
/** What a poll may take longer than it was asked to. */
const POLL_MARGIN_SECONDS = 10;
/** Between two tries to connect, each of which has made its own tries already. */
const RECONNECT_PAUSE_MS = 15_000;
const CONNECTED_WEBHOOK = 'Connected to Telegram; updates come by the webhook';
/** Troubles in which nothing comes from Telegram, or nothing gets there. */
const CUT_OFF = ['poll', 'conflict', 'network'] as const;

export interface TelegramWebhook {
  /** Where Telegram finds this bot: https. */
  readonly url: string;
  /** 1-256 characters of `A-Z a-z 0-9 _ -`. */
  readonly secret: string;
  /** Serves the path of `url` by the handler; called once, when the adapter is made. */
  readonly mount: (path: string, handler: WebhookHandler) => void;
}

export interface TelegramOptions {
  readonly token: string;
  /** The Bot API server: Telegram's own by default. */
  readonly apiUrl?: string;
  /** Left out, updates are fetched by long polling. */
  readonly webhook?: TelegramWebhook;
  readonly commands: readonly Command[];
  /** Who sees the commands for admins in Telegram's lists; dispatch enforces who may use them. */
  readonly admins: readonly Principal[];
  /** The command that takes messages which name none. */
  readonly textCommand: string;
  /** The command that answers `/start`. */
  readonly startCommand: string;
  /** What the processes of an installation remember together; left out, there is one process. */
  readonly shared?: PlatformMemory | undefined;
  /** What outlives the process, also where there is one. */
  readonly kept: PlatformMemory;
  /** The words for each person's locale. */
  readonly wordsFor: WordsFor;
  /** Languages in which the lists of commands are written, beside the one for everybody else. */
  readonly languages: readonly LanguageCode[];
  readonly clock: Clock;
  readonly log: Log;
  /** Which process fetches the updates by long polling; a webhook is served by all. */
  readonly lead: LeaderElection;
  /** Nothing can work any more; the reason says what the operator has to do. Called at most once. */
  readonly onFatal: (reason: string) => void;
  /** How long Telegram holds a poll open, in seconds: 30 by default. */
  readonly pollSeconds?: number;
  /** How long a call other than a poll may take, in seconds: 20 by default. */
  readonly callTimeoutSeconds?: number;
}

/**
 * Telegram as a platform. `start` tries until Telegram can be reached; with a token it does not accept, it tells
 * `onFatal` and resolves. Of many processes with one token, one at a time fetches updates; replies are shown by all.
 */
export function createTelegramAdapter(options: TelegramOptions): Adapter {
  const { clock, log, webhook, onFatal } = options;
  const parts = createParts(options);
  const { api, calls, troubles, menu, delivery } = parts;
  const stopped = new AbortController();
  let me: UserFromGetMe | undefined;
  let take: TakeUpdate | undefined;
  let polling: Promise<void> | undefined;

  webhook?.mount(
    new URL(webhook.url).pathname,
    createWebhookHandler({ ...options, secret: webhook.secret, troubles, take: () => take }),
  );
  const connect = async (): Promise<UserFromGetMe | undefined> => {
    while (!stopped.signal.aborted) {
      try {
        const found = await calls.repeatable(() => api.getMe(), stopped.signal);
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
    start: async (receive, suggest) => {
      me = await connect();
      if (me === undefined) return;
      parts.setUsername(me.username);
      take = createTakeUpdate({
        ...options,
        ...parts,
        inlineChecks: createInlineChecks(options),
        reading: readingFor(options, me),
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
    notify: (admin, reply) => notify(parts, admin, reply),
    stop: async () => {
      take = undefined;
      stopped.abort();
      await polling;
    },
  };
}

function createParts({ token, apiUrl = DEFAULT_API_URL, clock, log, onFatal, ...options }: TelegramOptions) {
  const { callTimeoutSeconds = CALL_TIMEOUT_SECONDS, pollSeconds = DEFAULT_POLL_SECONDS } = options;
  const apiRoot = apiUrl.replace(/\/+$/, '');
  const client = (timeoutSeconds: number): Api => new Api(token, { apiRoot, timeoutSeconds });
  const api = client(callTimeoutSeconds);
  const troubles = createIncidents(log, clock);
  let username: string | undefined;
  let fatal = false;
  const onUnauthorized = (): void => {
    if (fatal) return;
    fatal = true;
    onFatal('Telegram does not accept TELEGRAM_TOKEN. Ask @BotFather for the token of this bot, and set it');
  };
  const calls = createCalls({ clock, troubles, onUnauthorized });
  const wordsIn = (locale: string): TelegramWords => options.wordsFor(locale).telegram;
  const messages = createMessages({ api, calls, troubles, wordsIn, username: () => username });
  const files = createFiles({ api, calls, troubles });
  const menu = createCommandMenu({ ...options, api, calls, troubles });
  return {
    api,
    readDocument: createReadDocument({ api, calls, clock, token, apiRoot }),
    pollApi: client(pollSeconds + POLL_MARGIN_SECONDS),
    pollSeconds,
    calls,
    troubles,
    messages,
    menu,
    onUnauthorized,
    isCutOff: () => fatal || CUT_OFF.some((trouble) => troubles.isPresent(trouble)),
    delivery: { api, messages, files, pace: createThrottle(clock), clock, wordsIn },
    wordsIn,
    setUsername: (name: string) => {
      username = name;
    },
  };
}

function readingFor({ commands, textCommand, startCommand }: TelegramOptions, me: UserFromGetMe) {
  return {
    me,
    commandNames: commands.map(({ name }) => name),
    textCommand,
    startCommand,
    edits: createEdits(),
    albums: createAlbums(),
  };
}
