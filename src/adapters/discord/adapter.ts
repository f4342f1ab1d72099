import { setMaxListeners } from 'node:events';
import type { Adapter } from '../../core/adapter.ts';
import { deferred, whenAborted } from '../../core/async/promises.ts';
import { ATTACHMENT_ORIGINS, createReadAttachment } from './inbound/attachments.ts';
import { createGateway } from './inbound/gateway.ts';
import { createInbound } from './inbound/inbound.ts';
import { createFaultLog } from './incidents.ts';
import { commandForms } from './menu/commands.ts';
import { createCommandMentions, introduce } from './menu/registration.ts';
import type { DiscordOptions } from './options.ts';
import { createApi } from './outbound/api.ts';
import { createOutbound } from './outbound/outbound.ts';
import { PLATFORM } from './target.ts';

const KIND = { platform: PLATFORM, surface: 'form' } as const;

/**
 * Discord as a platform. `start` rejects with a `DiscordStartError` if the connection is permanently refused, and retries
 * while Discord cannot be reached. Replies are shown without the gateway connection.
 */
export function createDiscordAdapter(options: DiscordOptions): Adapter {
  const { clock, log, sayIn, token, attachmentOrigins = ATTACHMENT_ORIGINS } = options;
  const apiUrl = options.apiUrl.replace(/\/+$/, '');
  const report = createFaultLog(log, clock);
  const stopped = new AbortController();
  // Every running reply listens to it.
  setMaxListeners(0, stopped.signal);
  let ended = false;
  let running = false;
  let connection: Promise<void> | undefined;
  const fatal = (reason: string): void => {
    if (ended || !running) return;
    ended = true;
    options.onFatal(reason);
  };
  const { dispatcher } = options;
  const onTokenRefused = (): void => fatal(TOKEN_GONE);
  const api = createApi({ token, apiUrl, dispatcher, clock, report, onTokenRefused });
  const { inText: mention, learn } = createCommandMentions();
  const { questions, open, reopen, notify } = createOutbound({
    ...{ api, clock, sayIn, mention, stopped: stopped.signal },
  });
  const inbound = createInbound({ ...options, api, questions, open });
  const { onInteraction, onMessage } = inbound;
  const gateway = createGateway({
    ...{ token, apiUrl, dispatcher, api, clock, report },
    ...{ onInteraction, onMessage, onFatal: fatal },
  });

  const started = deferred<void>();
  const refuse = (error: unknown): void => {
    if (running) fatal(error instanceof Error ? error.message : String(error));
    else started.reject(error);
  };
  const connect = async (): Promise<void> => {
    try {
      const { application } = await gateway.connect(stopped.signal);
      running = true;
      const scope = { application, guild: options.guild };
      const registration = { api, clock, log, sayIn, scope, onRegistered: learn };
      await introduce(formsOf(options), registration, stopped.signal);
      log.info({ application }, 'Connected to Discord');
      started.resolve();
    } catch (error) {
      if (!stopped.signal.aborted) refuse(error);
    }
    // A permanent refusal is not retried: the process ends.
    await whenAborted(stopped.signal);
    await gateway.close();
    started.reject(stopped.signal.reason);
  };

  return {
    ...KIND,
    start: async (receive, suggest) => {
      inbound.start(receive, suggest);
      connection = connect();
      await started.promise;
    },
    reopen,
    readFile: createReadAttachment(attachmentOrigins, options),
    forget: async (requester) => inbound.forget(requester),
    notify,
    stop: async () => {
      ended = true;
      inbound.stop();
      stopped.abort();
      await connection;
    },
    connected: gateway.connected,
  };
}

const TOKEN_GONE =
  'Discord no longer accepts the token: it was reset. Set DISCORD_TOKEN to the new one of the Developer Portal (Bot, Reset Token).';

function formsOf({ commands, contextCommand, autocomplete, sayIn }: DiscordOptions) {
  return commandForms(commands, { sayIn, contextCommand, autocomplete });
}
