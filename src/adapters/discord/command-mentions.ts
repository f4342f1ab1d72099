import { z } from 'zod';
import { ApplicationCommandType } from './sdk.ts';

const registeredSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.literal(ApplicationCommandType.ChatInput),
});

/** Names that commands are registered by; what is in code or escaped is left as it is. */
const NAMED = /\\.|`[^`\n]*`|<[^<>\n]*>|(?<![\w/.:-])\/([a-z]{1,32})(?![\w/-])/gu;

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
