import { Agent as HttpsAgent } from 'node:https';
import { autoRetry } from '@grammyjs/auto-retry';
import { Api, type ApiClientOptions, Bot, type Transformer } from 'grammy';
import type { Clock } from '../../core/clock.ts';
import type { Command } from '../../core/command.ts';
import { Agent as HttpAgent, type OutboundProxy } from '../../core/network.ts';
import type { Principal } from '../../core/requester.ts';
import type { SayIn } from '../../format/words/say.ts';
import type { Log } from '../../ops/log/log.ts';
import type { PlatformMemory } from '../definition.ts';
import { agentThrough } from '../through-proxy.ts';
import { faultOf } from './errors.ts';
import { createPace, type Pace } from './pace.ts';

/** How long Telegram holds a poll open. */
export const POLL_SECONDS = 30;
const TIMEOUT_SECONDS = POLL_SECONDS + 10;
/** The answer waits for the progress that is being shown. */
const PROGRESS_TIMEOUT_SECONDS = 3;
/** An idle connection is closed before the server closes it: a call on a connection that was just closed fails. */
const IDLE_MS = 4_000;
/** Pause before an update is fetched again that could not be persisted. */
const AGAIN_MS = 3_000;

/** How the Telegram adapter is set up. */
export interface TelegramOptions {
  /** The bot's token; never logged. */
  readonly token: string;
  /** The Bot API server. */
  readonly apiUrl: string;
  /** undefined selects long polling. */
  readonly webhook?: {
    /** The public address of this bot; https. */
    readonly url: string;
    /** 1-256 characters of `A-Z a-z 0-9 _ -`. */
    readonly secret: string;
    /** Serves the path of `url` with the handler; called once, when the adapter is created. */
    readonly mount: (path: string, handler: (request: globalThis.Request) => Promise<Response>) => void;
  };
  /** The commands to list in Telegram's menus. */
  readonly commands: readonly Command[];
  /** Who sees admin commands in Telegram's lists; dispatch enforces who may use them. */
  readonly admins: readonly Principal[];
  /** The command that takes messages without a command. */
  readonly textCommand: string;
  /** The command that answers `/start`. */
  readonly startCommand: string;
  /** Remembers questions, albums and what buttons ask, beyond the process. */
  readonly memory: PlatformMemory;
  /** Returns the catalogue for a locale. */
  readonly sayIn: SayIn;
  /** Languages in which command lists are written, in addition to the default list. */
  readonly languages: readonly string[];
  /** What Telegram is called through. */
  readonly proxy?: OutboundProxy | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Called at most once if nothing can work any more; the reason tells the operator what to do. */
  readonly onFatal: (reason: string) => void;
}

/** The bot and its ways to call Telegram. */
export interface TelegramBot {
  readonly bot: Bot;
  /** For progress: gives up soon, is never repeated, and dropped where the limits are nearly reached. */
  readonly progress: Api;
  /** For what nobody waits for: repeats a failed call until it works or its signal is aborted. */
  readonly patient: Api;
  readonly pace: Pick<Pace, 'hasRoom'>;
  /** Whether the last call reached Telegram, and no other process takes the updates. */
  isReached(): boolean;
}

/** An update that could not be persisted: Telegram keeps it and delivers it again. */
export class NotPersisted extends Error {
  override readonly name = 'NotPersisted';
}

/** Creates the bot; nothing is called yet. */
export function createBot({ token, apiUrl, proxy, clock, log }: TelegramOptions): TelegramBot {
  const apiRoot = apiUrl.replace(/\/+$/, '');
  const baseFetchConfig = { agent: agentFor(apiRoot, proxy), compress: true };
  const client: ApiClientOptions = { apiRoot, timeoutSeconds: TIMEOUT_SECONDS, baseFetchConfig };
  const bot = new Bot(token, { client });
  const progress = new Api(token, { ...client, timeoutSeconds: PROGRESS_TIMEOUT_SECONDS });
  const patient = new Api(token, client);
  const pace = createPace(clock);
  const { watch, isReached } = createWatch(log);
  const retries = { maxRetryAttempts: 3, maxDelaySeconds: 60 };
  bot.api.config.use(
    watch,
    holdUpdates(bot, { clock, log }),
    pace.answers,
    autoRetry({ ...retries, rethrowHttpErrors: true, rethrowInternalServerErrors: true }),
  );
  progress.config.use(pace.progress);
  patient.config.use(autoRetry(retries));
  return { bot, progress, patient, pace, isReached };
}

function agentFor(apiRoot: string, proxy: OutboundProxy | undefined) {
  const kept = { keepAlive: true, timeout: IDLE_MS };
  const url = new URL(apiRoot);
  if (proxy?.takes(url)) return agentThrough(proxy, kept);
  return url.protocol === 'https:' ? new HttpsAgent(kept) : new HttpAgent(kept);
}

const TROUBLE = {
  network:
    'Telegram cannot be reached, or it fails; I try again. If this lasts, look at the network, the proxy and TELEGRAM_API_URL',
  conflict:
    'Another process takes the updates of this bot, or a webhook does. Stop it, or give it a token of its own; I try again every few seconds',
};

const NOT_PERSISTED =
  'Updates from Telegram cannot be persisted. Telegram keeps them for 24 h and delivers them again. Look at STORE_URL';
const NOT_UNDERSTOOD =
  'An update from Telegram could not be understood and was skipped. Please report this as a fault of the bot';

/** Logs when Telegram stops working and when it works again, since grammY reports no failed polls. */
function createWatch(log: Log): { readonly watch: Transformer; isReached(): boolean } {
  let trouble: keyof typeof TROUBLE | undefined;
  const note = (next: typeof trouble, said?: string): void => {
    if (next === trouble) return;
    trouble = next;
    if (next === undefined) log.info('Telegram works again');
    else log.warn({ said }, TROUBLE[next]);
  };
  const noteResponse = (method: string, code: number | undefined, said?: string): void => {
    const isPoll = method === 'getUpdates';
    if (isPoll && code === 409) note('conflict', said);
    else if (code !== undefined && code >= 500) note('network', said);
    else if (code === undefined && (isPoll || trouble !== 'conflict')) note(undefined);
  };
  const watch: Transformer = async (prev, method, payload, signal) => {
    try {
      const response = await prev(method, payload, signal);
      if (response.ok) noteResponse(method, undefined);
      else noteResponse(method, response.error_code, response.description);
      return response;
    } catch (error) {
      if (signal?.aborted !== true) note('network', faultOf(error).message);
      throw error;
    }
  };
  return { watch, isReached: () => trouble === undefined };
}

/** Keeps an update unconfirmed until its middleware has persisted it, whatever offset grammY asks for. */
function holdUpdates(bot: Bot, { clock, log }: Pick<TelegramOptions, 'clock' | 'log'>): Transformer {
  const held = new Set<number>();
  let isFailing = false;
  bot.use(async ({ update: { update_id: id } }, next) => {
    held.add(id);
    try {
      await next();
      held.delete(id);
      if (isFailing && held.size === 0) log.info('Updates from Telegram can be persisted again');
      if (held.size === 0) isFailing = false;
    } catch (error) {
      if (error instanceof NotPersisted) {
        if (!isFailing) log.error(NOT_PERSISTED);
        isFailing = true;
      } else {
        // If it were not confirmed, it would be delivered for ever and block all later updates.
        held.delete(id);
        log.error({ err: error, update: id }, NOT_UNDERSTOOD);
      }
      throw error;
    }
  });
  // Without it, polling ends with the first error. The log has it already, also that of a webhook.
  bot.catch(() => undefined);
  return async (prev, method, payload, signal) => {
    if (method !== 'getUpdates' || held.size === 0) return prev(method, payload, signal);
    // The last call of a bot that stops has no signal.
    if (signal !== undefined) await clock.sleep(AGAIN_MS);
    const { offset = 0 } = payload as { offset?: number };
    return prev(method, { ...payload, offset: Math.min(offset, ...held) }, signal);
  };
}
