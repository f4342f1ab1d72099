import { ApplicationCommandType, type Client } from 'discord.js';
import type { SayIn } from '../../format/words/say.ts';
import type { Log } from '../../ops/log/log.ts';
import type { CommandForm } from './commands.ts';
import { UNKNOWN_LOCALE } from './target.ts';

/** Names of commands; what is in code or escaped stays as it is. */
const NAMED = /\\.|`[^`\n]*`|<[^<>\n]*>|(?<![\w/.:-])\/([a-z]{1,32})(?![\w/-])/gu;

/** Makes the commands clickable that a Markdown text names: `</imei:123>` for `/imei`. */
export type Mention = (markdown: string) => string;

interface RegistrationNeeds {
  readonly forms: readonly CommandForm[];
  readonly sayIn: SayIn;
  readonly log: Log;
}

/** The commands of the bot at Discord. */
export interface Registration {
  /** Registers the commands, unless they are registered, and describes the application, unless it has a description. */
  register(client: Client<true>): Promise<void>;
  readonly mention: Mention;
}

/** Creates it; the ids of the commands are known once they are registered. */
export function createRegistration({ forms, sayIn, log }: RegistrationNeeds): Registration {
  const ids = new Map<string, string>();
  return {
    register: async ({ application }) => {
      const { commands } = application;
      let registered = await commands.fetch({ withLocalizations: true });
      const isSame =
        registered.size === forms.length &&
        forms.every((form) =>
          registered.some(
            (one) => one.name === form.name && one.equals(form as Parameters<typeof one.equals>[0], true),
          ),
        );
      if (!isSame) {
        registered = await commands.set(forms);
        log.info({ commands: forms.map(({ name }) => name) }, 'The commands are registered at Discord');
      }
      for (const { type, name, id } of registered.values())
        if (type === ApplicationCommandType.ChatInput) ids.set(name, id);
      const { description } = await application.fetch();
      if (!description) await application.edit({ description: sayIn(UNKNOWN_LOCALE)('discord.description') });
    },
    mention: (markdown) =>
      markdown.replace(NAMED, (whole, name: string | undefined) => {
        const id = name === undefined ? undefined : ids.get(name);
        return id === undefined ? whole : `</${name}:${id}>`;
      }),
  };
}
