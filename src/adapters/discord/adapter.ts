import type { Adapter } from '../../core/adapter.ts';
import type { Clock } from '../../core/clock.ts';
import type { Command } from '../../core/command.ts';
import type { ShownReply } from '../../core/reply.ts';
import type { Principal } from '../../core/requester.ts';
import { wordsFor } from '../../format/words/words.ts';
import type { Log } from '../../ops/log.ts';
import { createApi, type DiscordApi } from './api.ts';
import { ATTACHMENT_ORIGINS, createReadAttachment } from './attachments.ts';
import { openBeside } from './beside.ts';
import { type Autocomplete, type ContextCommand, commandForms } from './commands.ts';
import { openReply } from './delivery.ts';
import { createFaultLog } from './fault-log.ts';
import { createGateway } from './gateway.ts';
import { createIntake } from './intake.ts';
import { createLateDelivery } from './late.ts';
import { registerCommands } from './registration.ts';
import { renderReply } from './render.ts';
import { isLive, PLATFORM, readTarget } from './targets.ts';
import type { DiscordWords } from './words.ts';

export interface DiscordOptions {
  readonly token: string;
  /** discord.js's `rest.api`; the gateway's address is the one that it answers. */
  readonly apiUrl: string;
  /** Registers the commands to this server only, where they are there at once. */
  readonly guild?: string | undefined;
  /** Where attachments may be fetched from: Discord's own addresses by default. */
  readonly attachmentOrigins?: readonly string[];
  readonly shards: 'auto';
  readonly commands: readonly Command[];
  readonly contextCommand?: ContextCommand | undefined;
  readonly autocomplete?: Autocomplete | undefined;
  readonly words: DiscordWords;
  /** BCP 47: in which language commands are described. */
  readonly locale: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The connection was lost for good after the start; `reason` tells the operator what to do. Called once. */
  readonly onFatal: (reason: string) => void;
}

/**
 * Discord as a platform. `start` rejects with a `DiscordStartError` when connecting is refused for good, and goes on
 * trying as long as Discord cannot be reached.
 */
export function createDiscordAdapter(options: DiscordOptions): Adapter {
  const { clock, log, words, token, shards, attachmentOrigins = ATTACHMENT_ORIGINS } = options;
  const apiUrl = options.apiUrl.replace(/\/+$/, '');
  const report = createFaultLog(log, clock);
  const stopped = new AbortController();
  let ended = false;
  let running = false;
  const fatal = (reason: string): void => {
    if (ended || !running) return;
    ended = true;
    options.onFatal(reason);
  };
  const api = createApi({ token, apiUrl, report, onTokenRefused: () => fatal(TOKEN_GONE) });
  const late = createLateDelivery({ api, words });
  const needs = { api, late, clock, words, stopped: stopped.signal };
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
      const application = await gateway.connect(stopped.signal);
      running = true;
      const scope = { application, guild: options.guild };
      await registerCommands(formsOf(options), { api, clock, log, scope }, stopped.signal);
      log.info({ application }, 'Connected to Discord');
    },
    reopen: async (target, beside) => {
      const at = readTarget(target);
      if (at === undefined) return undefined;
      if (isLive(at, clock.now())) return openReply(needs, at);
      const next = beside === undefined ? undefined : readTarget(beside);
      if (next !== undefined && isLive(next, clock.now())) return openBeside(needs, at, next);
      return late.isClosed(at) ? undefined : openReply(needs, at);
    },
    readFile: createReadAttachment(attachmentOrigins, clock),
    notify: (admin, reply) => notify(api, admin, { reply, words }),
    stop: async () => {
      ended = true;
      take = () => undefined;
      stopped.abort();
      await gateway.close();
    },
    connected: gateway.connected,
  };
}

const TOKEN_GONE =
  'Discord no longer accepts the token: it was reset. Set DISCORD_TOKEN to the new one of the Developer Portal (Bot, Reset Token).';

function formsOf({ commands, contextCommand, autocomplete, words, locale }: DiscordOptions) {
  const catalogue = wordsFor(locale);
  return commandForms(commands, {
    catalogue,
    publicOption: words.publicOption,
    contextCommand,
    autocomplete,
  });
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
