import { setMaxListeners } from 'node:events';
import type { Adapter } from '../../core/adapter.ts';
import { deferred } from '../../core/async/deferred.ts';
import { whenAborted } from '../../core/async/until-aborted.ts';
import type { Clock } from '../../core/clock.ts';
import type { Command } from '../../core/command.ts';
import type { LeaderElection } from '../../core/leader-election.ts';
import type { ShownReply } from '../../core/reply.ts';
import type { Principal } from '../../core/requester.ts';
import type { WordsFor } from '../../format/words/words.ts';
import type { Log } from '../../ops/log/log.ts';
import { ATTACHMENT_ORIGINS, createReadAttachment } from './inbound/attachments.ts';
import { createGateway } from './inbound/gateway.ts';
import { createIntake } from './inbound/intake.ts';
import { gatewayTask, holdsFirst, type Shards } from './inbound/shards.ts';
import { createFaultLog } from './incidents.ts';
import { type Autocomplete, type ContextCommand, commandForms } from './menu/commands.ts';
import { registerCommands } from './menu/registration.ts';
import { createApi, type DiscordApi } from './outbound/api.ts';
import { openReply } from './outbound/delivery.ts';
import { createFallbackDelivery } from './outbound/fallback-delivery.ts';
import { openFollowUp } from './outbound/follow-up.ts';
import { renderReply } from './outbound/render.ts';
import { type DiscordTarget, isLive, PLATFORM, readTarget, UNKNOWN_LOCALE } from './target.ts';
import type { DiscordWords } from './words.ts';

export interface DiscordOptions {
  readonly token: string;
  /** discord.js's `rest.api`; the gateway's address is the one that it answers. */
  readonly apiUrl: string;
  /** Registers the commands to this server only, where they are there at once. */
  readonly guild?: string | undefined;
  /** Where attachments may be fetched from: Discord's own addresses by default. */
  readonly attachmentOrigins?: readonly string[];
  readonly shards: Shards;
  readonly commands: readonly Command[];
  readonly contextCommand?: ContextCommand | undefined;
  readonly autocomplete?: Autocomplete | undefined;
  /** The words for each person's locale. */
  readonly wordsFor: WordsFor;
  readonly clock: Clock;
  readonly log: Log;
  /** Which process is connected with these shards. */
  readonly lead: LeaderElection;
  /** The connection was lost for good after the start; `reason` tells the operator what to do. Called once. */
  readonly onFatal: (reason: string) => void;
}

/**
 * Discord as a platform. `start` rejects with a `DiscordStartError` when connecting is refused for good, and goes on
 * trying as long as Discord cannot be reached. Of many processes with the same shards one at a time is connected, and the
 * others stand by; replies are shown by all, since that needs no connection for events.
 */
export function createDiscordAdapter(options: DiscordOptions): Adapter {
  const { clock, log, wordsFor, token, shards, attachmentOrigins = ATTACHMENT_ORIGINS } = options;
  const wordsAt = ({ locale = UNKNOWN_LOCALE }: DiscordTarget): DiscordWords => wordsFor(locale).discord;
  const apiUrl = options.apiUrl.replace(/\/+$/, '');
  const report = createFaultLog(log, clock);
  const stopped = new AbortController();
  // Every reply under way listens to it.
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
  const api = createApi({ token, apiUrl, report, onTokenRefused: () => fatal(TOKEN_GONE) });
  const late = createFallbackDelivery({ api, wordsAt });
  const needs = { api, late, clock, wordsAt, stopped: stopped.signal };
  let take: ReturnType<typeof createIntake> = () => undefined;
  const gateway = createGateway({
    token,
    apiUrl,
    shards,
    api,
    clock,
    report,
    onInteraction: (interaction) => take(interaction),
    onFatal: fatal,
  });

  const started = deferred<void>();
  const refuse = (error: unknown): void => {
    if (running) fatal(error instanceof Error ? error.message : String(error));
    else started.reject(error);
  };
  const work = async (turn: AbortSignal): Promise<void> => {
    standingBy = false;
    try {
      const application = await gateway.connect(turn);
      running = true;
      const scope = { application, guild: options.guild };
      if (holdsFirst(shards)) await registerCommands(formsOf(options), { api, clock, log, scope }, turn);
      log.info({ application, ...(shards !== 'auto' && { shards }) }, 'Connected to Discord');
      started.resolve();
    } catch (error) {
      if (!turn.aborted) refuse(error);
    }
    // What was refused for good is not tried again: the process ends, and gives the turn to another.
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
    platform: PLATFORM,
    start: async (receive, suggest) => {
      const { contextCommand } = options;
      take = createIntake({
        api,
        clock,
        log,
        contextCommand,
        receive,
        suggest,
        open: (at) => openReply(needs, at),
      });
      leading = options.lead(gatewayTask(shards), { work, onStandBy }, stopped.signal);
      await started.promise;
    },
    reopen: async (target, beside) => {
      const at = readTarget(target);
      if (at === undefined) return undefined;
      if (isLive(at, clock.now())) return openReply(needs, at);
      const next = beside === undefined ? undefined : readTarget(beside);
      if (next !== undefined && isLive(next, clock.now())) return openFollowUp(needs, at, next);
      return late.isClosed(at) ? undefined : openReply(needs, at);
    },
    readFile: createReadAttachment(attachmentOrigins, clock),
    notify: (admin, reply) => notify(api, admin, { reply, words: wordsFor(UNKNOWN_LOCALE).discord }),
    stop: async () => {
      ended = true;
      take = () => undefined;
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

function formsOf({ commands, contextCommand, autocomplete, wordsFor }: DiscordOptions) {
  return commandForms(commands, { wordsFor, contextCommand, autocomplete });
}

async function notify(
  api: DiscordApi,
  admin: Principal,
  { reply, words }: { readonly reply: ShownReply; readonly words: DiscordWords },
): Promise<boolean> {
  const [platform, kind, user] = admin.split(':');
  if (platform !== PLATFORM || kind !== 'user' || user === undefined) return false;
  try {
    await api.send(await api.directChannel(user), renderReply(reply, { owner: user, words }));
    return true;
  } catch {
    return false; // The call has logged why.
  }
}
