import type { APIGatewayBotInfo, APIMessage } from 'discord-api-types/v10';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../../core/clock.ts';
import { type DiscordFault, faultOf, isOneOf } from '../errors.ts';
import type { ReportIncident } from '../incidents.ts';
import { MessageFlags, REST, Routes } from '../sdk.ts';
import type { InteractionTarget } from '../target.ts';
import { type Callbacks, callbackCalls, createAttempts, TOLD_BY_TRANSPORT } from './callbacks.ts';
import { createClient, type WithClient } from './client.ts';
import {
  type Call,
  type MessageCalls,
  messageCalls,
  patienceFor,
  rawFile,
  textField,
} from './message-calls.ts';
import type { MessagePayload } from './render.ts';
import { createTransport } from './transport.ts';

/** An acknowledgement must arrive within 3 s, so two attempts have to fit. */
const CALLBACK_TIMEOUT_MS = 1_200;
const CALLBACK_RETRIES = 1;
const CALL_TIMEOUT_MS = 10_000;
const CALL_RETRIES = 2;
/** Limit for a call that waits in a queue for rate limits; the caller tries again later. */
const CALL_DEADLINE_MS = 45_000;
/** Discord allows a bot 50 calls a second; what the library sends in two seconds may arrive in one. */
const CALLS_PER_SECOND = 25;

/** The calls of this adapter. Each rejects with a {@link DiscordFault} that has already been logged. */
export interface DiscordApi extends Callbacks, MessageCalls {
  /** Edits the interaction's own message, or one of its follow-ups; gives up soon if the reply is not complete with it. */
  edit(at: InteractionTarget, message: MessagePayload, state: { readonly last: boolean }): Promise<void>;
  /** Resolves with the id of the new message. */
  followUp(at: InteractionTarget, message: MessagePayload, ephemeral: boolean): Promise<string>;
  /** Deletes the interaction's own message. */
  deleteOriginal(at: InteractionTarget): Promise<void>;
  /** Whether the interaction's own message still shows that the bot is thinking. */
  isLoading(at: InteractionTarget): Promise<boolean>;
  /** The gateway's address and the remaining session starts. */
  gateway(): Promise<APIGatewayBotInfo>;
  /** The registered commands. */
  commands(scope: CommandScope): Promise<readonly unknown[]>;
  /** Replaces the registered commands; resolves with those that are registered then. */
  writeCommands(scope: CommandScope, commands: readonly unknown[]): Promise<readonly unknown[]>;
  /** What the application says of itself; empty if nothing. */
  description(): Promise<string>;
  /** Writes that. */
  describe(description: string): Promise<void>;
}

/** Where commands are registered. */
export interface CommandScope {
  /** The application's id. */
  readonly application: string;
  /** A server's id; undefined registers everywhere. */
  readonly guild: string | undefined;
}

/** What {@link createApi} works with. */
export interface ApiNeeds {
  /** The bot's token. */
  readonly token: string;
  /** The library's `rest.api`, without a version. */
  readonly apiUrl: string;
  /** What Discord is called through; directly without it. */
  readonly dispatcher?: Dispatcher | undefined;
  readonly clock: Clock;
  /** Receives failed calls. */
  readonly report: ReportIncident;
  /** Called if the bot's token is refused. */
  readonly onTokenRefused: () => void;
  /** How long an attempt to acknowledge may take, where Discord's 3 s do not count. */
  readonly callbackTimeoutMs?: number;
  /** How long an attempt of another call may take. */
  readonly callTimeoutMs?: number;
}

/**
 * By Discord's documentation, interaction endpoints are exempt from the global limit of 50 calls a second. The library
 * counts them all the same, which would delay answers and fail acknowledgements in a busy second.
 */
const OUTSIDE_GLOBAL_LIMIT = { globalRequestsPerSecond: Number.POSITIVE_INFINITY } as const;

/**
 * The library keeps a queue for every interaction's token, which is not used again after its answer, and by default removes
 * empty ones only once an hour.
 */
const LINES = { handlerSweepInterval: 10_000 } as const;

/** Creates the calls with their retries. */
export function createApi(needs: ApiNeeds): DiscordApi {
  const { token, apiUrl, dispatcher, clock, report, onTokenRefused } = needs;
  const { callbackTimeoutMs = CALLBACK_TIMEOUT_MS, callTimeoutMs = CALL_TIMEOUT_MS } = needs;
  const way = { api: apiUrl, makeRequest: createTransport(report, dispatcher) };
  const patient = {
    ...{ ...LINES, ...way, mostWaitMs: CALL_DEADLINE_MS },
    ...{ timeout: callTimeoutMs, retries: CALL_RETRIES },
  };
  const fail = (error: unknown): DiscordFault => {
    const fault = faultOf(error);
    if (!isOneOf(fault, TOLD_BY_TRANSPORT)) report(fault.code, { reason: fault.message });
    return fault;
  };
  const callsOf = (withClient: WithClient, auth: boolean): Call => {
    return async (method, route, { deadlineMs = CALL_DEADLINE_MS, ...data } = {}) => {
      // The library never removes its listener; `AbortSignal.timeout` would keep the call in memory until its time is up.
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), deadlineMs).unref();
      try {
        return await withClient((client) =>
          client[method](route, { signal: deadline.signal, ...data, auth }),
        );
      } catch (error) {
        const fault = fail(error);
        if (auth && fault.code === 'token-refused') onTokenRefused();
        throw fault;
      } finally {
        clearTimeout(timer);
      }
    };
  };
  // A separate client, so that other calls' queues do not delay it; a rate limit is a failure, since 3 s are soon over.
  const attempts = createAttempts();
  const urgent = new REST({
    ...OUTSIDE_GLOBAL_LIMIT,
    ...way,
    makeRequest: attempts.counted(way.makeRequest),
    timeout: callbackTimeoutMs,
    retries: CALLBACK_RETRIES,
    rejectOnRateLimit: () => true,
  });
  const asBot = callsOf(
    createClient({ ...patient, globalRequestsPerSecond: CALLS_PER_SECOND, token }, clock),
    true,
  );
  const byWebhook = callsOf(createClient({ ...OUTSIDE_GLOBAL_LIMIT, ...patient }, clock), false);
  return {
    ...callbackCalls(urgent, {
      fail,
      report,
      mayBeOthers: (callback) => attempts.of(callback) === 1,
    }),
    ...webhookCalls(byWebhook, callTimeoutMs),
    ...messageCalls(asBot),
    ...applicationCalls(asBot),
    // Not validated: an unexpected answer fails the attempt to connect, which is repeated.
    gateway: async () => (await asBot('get', Routes.gatewayBot())) as APIGatewayBotInfo,
  };
}

function webhookCalls(
  call: Call,
  onceWithinMs: number,
): Pick<DiscordApi, 'edit' | 'followUp' | 'deleteOriginal' | 'isLoading'> {
  const messageRoute = ({ application, token, message }: InteractionTarget): `/${string}` =>
    Routes.webhookMessage(application, token, message ?? ORIGINAL);
  return {
    edit: async (at, { body, files }, { last }) => {
      await call('patch', messageRoute(at), { body, files: files.map(rawFile), ...patienceFor(last) });
    },
    followUp: async ({ application, token }, { body, files }, ephemeral) => {
      const sent = await call('post', Routes.webhook(application, token), {
        body: ephemeral ? { ...body, flags: MessageFlags.Ephemeral } : body,
        files: files.map(rawFile),
        // Discord takes no nonce here, so one that got no answer is not sent again: it could make a second message.
        deadlineMs: onceWithinMs,
      });
      return textField(sent, 'id');
    },
    deleteOriginal: async (at) => {
      await call('delete', Routes.webhookMessage(at.application, at.token, ORIGINAL));
    },
    isLoading: async (at) => {
      const message = await call('get', Routes.webhookMessage(at.application, at.token, ORIGINAL));
      const { flags = 0 } = message as Pick<APIMessage, 'flags'>;
      return (flags & MessageFlags.Loading) !== 0;
    },
  };
}

function applicationCalls(
  call: Call,
): Pick<DiscordApi, 'commands' | 'writeCommands' | 'description' | 'describe'> {
  const route = ({ application, guild }: CommandScope): `/${string}` =>
    guild === undefined
      ? Routes.applicationCommands(application)
      : Routes.applicationGuildCommands(application, guild);
  return {
    commands: async (scope) => {
      const registered = await call('get', route(scope), {
        query: new URLSearchParams({ with_localizations: 'true' }),
      });
      return Array.isArray(registered) ? registered : [];
    },
    writeCommands: async (scope, body) => {
      const registered = await call('put', route(scope), { body });
      return Array.isArray(registered) ? registered : [];
    },
    description: async () => textField(await call('get', Routes.currentApplication()), 'description'),
    describe: async (description) => {
      await call('patch', Routes.currentApplication(), { body: { description } });
    },
  };
}

const ORIGINAL = '@original';
