import { z } from 'zod';
import { type Clock, pauseAfter } from '../../../core/clock.ts';
import type { SayIn } from '../../../format/words/say.ts';
import type { Log } from '../../../ops/log/log.ts';
import type { CommandScope, DiscordApi } from '../outbound/api.ts';
import { ApplicationCommandType } from '../sdk.ts';
import { UNKNOWN_LOCALE } from '../target.ts';
import { type CommandForm, isRegistered } from './commands.ts';

/** Discord's documentation, "Application Object": a description has at most 400 characters. */
const MAX_DESCRIPTION = 400;
/** Names that commands are registered by; what is in code or escaped is left as it is. */
const NAMED = /\\.|`[^`\n]*`|<[^<>\n]*>|(?<![\w/.:-])\/([a-z]{1,32})(?![\w/-])/gu;

/** What {@link introduce} works with. */
interface RegistrationNeeds {
  readonly api: DiscordApi;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the commands are registered. */
  readonly scope: CommandScope;
  /** Told of the registered commands, whenever they are known. */
  readonly onRegistered: (registered: readonly unknown[]) => void;
}

/** Registers the commands, and has the application say what it is. Resolves after the first attempt to register. */
export async function introduce(
  forms: readonly CommandForm[],
  needs: RegistrationNeeds & { readonly sayIn: SayIn },
  signal: AbortSignal,
): Promise<void> {
  await registerCommands(forms, needs, signal);
  void describeApplication(needs, needs.sayIn(UNKNOWN_LOCALE)('discord.description'));
}

/**
 * Registers the commands: reads what is registered and writes only on differences, in one call, since Discord limits
 * creations. Resolves after the first attempt; if it fails, the old registration stays in use and further attempts run in
 * the background.
 */
async function registerCommands(
  forms: readonly CommandForm[],
  needs: RegistrationNeeds,
  signal: AbortSignal,
): Promise<void> {
  const told = await tryOnce(forms, needs);
  if (!told) void keepTrying(forms, needs, signal);
}

async function tryOnce(
  forms: readonly CommandForm[],
  { api, log, scope, onRegistered }: RegistrationNeeds,
): Promise<boolean> {
  // A server's command has no contexts, and Discord returns none.
  const wanted = scope.guild === undefined ? forms : forms.map(withoutPlaces);
  try {
    const before = await api.commands(scope);
    onRegistered(before);
    if (isRegistered(wanted, before)) return true;
    onRegistered(await api.writeCommands(scope, wanted));
    log.info({ commands: wanted.map(({ name }) => name) }, 'The commands are registered at Discord');
    return true;
  } catch {
    // The call has been logged; the old registration stays in use.
    return false;
  }
}

async function keepTrying(
  forms: readonly CommandForm[],
  needs: RegistrationNeeds,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (let tries = 0; ; tries += 1) {
      await needs.clock.sleep(pauseAfter(tries), signal);
      if (await tryOnce(forms, needs)) return;
    }
  } catch {
    // Only the pause rejects, when the adapter stops.
  }
}

function withoutPlaces(form: CommandForm): CommandForm {
  const { contexts: _contexts, integration_types: _types, ...rest } = form;
  return rest;
}

/**
 * Says on the bot's profile what it does, unless something is written there: an application has one description, for all
 * languages, and its operator writes it in the Developer Portal. Never rejects: a failed call has been logged.
 */
async function describeApplication({ api, log }: RegistrationNeeds, text: string): Promise<void> {
  try {
    if ((await api.description()) !== '') return;
    await api.describe(text.slice(0, MAX_DESCRIPTION));
    log.info('The description of the application is written at Discord, since it had none');
  } catch {
    // The bot works without it, and the next start tries again.
  }
}

const registeredSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.literal(ApplicationCommandType.ChatInput),
});

/** Makes the commands that a text names clickable, once Discord has told their ids. */
export interface CommandMentions {
  /** Takes the registered commands as Discord describes them. */
  learn(registered: readonly unknown[]): void;
  /** The text with a mention for each command that it names: `</imei:123>` for `/imei`. */
  readonly inText: (markdown: string) => string;
}

/** Creates it without any commands. */
export function createCommandMentions(): CommandMentions {
  const ids = new Map<string, string>();
  return {
    learn: (registered) => {
      for (const one of registered) {
        const { data } = registeredSchema.safeParse(one);
        if (data !== undefined) ids.set(data.name, data.id);
      }
    },
    inText: (markdown) =>
      markdown.replace(NAMED, (whole, name: string | undefined) => {
        const id = name === undefined ? undefined : ids.get(name);
        return id === undefined ? whole : `</${name}:${id}>`;
      }),
  };
}
