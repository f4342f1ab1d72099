import { setMaxListeners } from 'node:events';
import type { Adapter } from '../../core/adapter.ts';
import { deferred, whenAborted } from '../../core/async/promises.ts';
import { ATTACHMENT_ORIGINS, createReadAttachment } from './inbound/attachments.ts';
import { createGateway } from './inbound/gateway.ts';
import { createInbound } from './inbound/inbound.ts';
import { gatewayTask, holdsFirst } from './inbound/shards.ts';
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
 * while Discord cannot be reached. One of many processes with the same shards is connected at a time, and the others stand
 * by; all of them show replies, which needs no gateway connection.
 */
export function createDiscordAdapter(options: DiscordOptions): Adapter {
  const { clock, log, sayIn, token, shards, attachmentOrigins = ATTACHMENT_ORIGINS } = options;
  const apiUrl = options.apiUrl.replace(/\/+$/, '');
  const report = createFaultLog(log, clock);
  const stopped = new AbortController();
  // Every running reply listens to it.
  setMaxListeners(0, stopped.signal);
  let ended = false;
  let running = false;
  let standingBy = false;
  let leading: Promise<void> | undefined;
  const fatal = (reason: string): void => {
    if (ended || !running) return;
    ended = true;
    options.onFatal(reason);
  };
  const { dispatcher, isShared } = options;
  const onTokenRefused = (): void => fatal(TOKEN_GONE);
  const api = createApi({ token, apiUrl, dispatcher, isShared, clock, report, onTokenRefused });
  const { inText: mention, learn } = createCommandMentions();
  const { questions, open, reopen, notify } = createOutbound({
    ...{ api, clock, sayIn, mention, stopped: stopped.signal },
  });
  const inbound = createInbound({ ...options, api, questions, open });
  const { onInteraction, onMessage } = inbound;
  const gateway = createGateway({
    ...{ token, apiUrl, dispatcher, shards, api, clock, report },
    ...{ onInteraction, onMessage, onFatal: fatal },
  });

  const started = deferred<void>();
  const refuse = (error: unknown): void => {
    if (running) fatal(error instanceof Error ? error.message : String(error));
    else started.reject(error);
  };
  const work = async (turn: AbortSignal): Promise<void> => {
    standingBy = false;
    try {
      const { application } = await gateway.connect(turn);
      running = true;
      const scope = { application, guild: options.guild };
      const registration = { api, clock, log, sayIn, scope, onRegistered: learn };
      if (holdsFirst(shards)) await introduce(formsOf(options), registration, turn);
      // Without their ids, commands are named all the same.
      else void api.commands(scope).then(learn, () => undefined);
      log.info({ application, ...(shards !== 'auto' && { shards }) }, 'Connected to Discord');
      started.resolve();
    } catch (error) {
      if (!turn.aborted) refuse(error);
    }
    // A permanent refusal is not retried: the process ends and another one becomes the leader.
    await whenAborted(turn);
    await gateway.close();
    if (stopped.signal.aborted) started.reject(stopped.signal.reason);
  };
  const onStandBy = (): void => {
    standingBy = true;
    running = true;
    log.info(STANDING_BY);
    started.resolve();
  };

  return {
    ...KIND,
    start: async (receive, suggest) => {
      inbound.start(receive, suggest);
      leading = options.elect(gatewayTask(shards), { work, onStandBy }, stopped.signal);
      await started.promise;
    },
    reopen,
    readFile: createReadAttachment(attachmentOrigins, options),
    forget: async (requester) => inbound.forget(requester),
    notify,
    stop: async () => {
      ended = true;
      inbound.stop();
      standingBy = false;
      stopped.abort();
      await leading;
    },
    connected: () => standingBy || gateway.connected(),
  };
}

const STANDING_BY =
  'Standing by for Discord: another process is connected there, and this one takes over when it ends';
const TOKEN_GONE =
  'Discord no longer accepts the token: it was reset. Set DISCORD_TOKEN to the new one of the Developer Portal (Bot, Reset Token).';

function formsOf({ commands, contextCommand, autocomplete, sayIn }: DiscordOptions) {
  return commandForms(commands, { sayIn, contextCommand, autocomplete });
}
