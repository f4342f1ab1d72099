import type {
  APIModalInteractionResponseCallbackData,
  APIModalSubmission,
  APIModalSubmissionComponent,
} from 'discord-api-types/v10';
import type { OptionSpec } from '../../../core/options.ts';
import type { Say } from '../../../format/words/say.ts';
import { fitLine } from '../outbound/escape.ts';
import { ComponentType, TextInputStyle } from '../sdk.ts';
import type { ContextCommand } from './commands.ts';

/** Discord's limits for a modal, in characters. */
const MAX_TITLE = 45;
const MAX_HINT = 100;
const MAX_ID = 100;
/** Discord: "Maximum input length for a text input; min 1, max 4000". */
const MAX_TEXT = 4_000;

const FORM = /^paste:([a-z]{1,32}):([a-z=&-]{0,80})$/;

/** The command that takes what is pasted, and the option for it. */
export type Pasted = Pick<ContextCommand, 'command' | 'option' | 'fileOption'>;

/** What was given with a command that has nothing to check yet. */
type Given = Readonly<Record<string, unknown>>;

/** Whether a command was used without anything to check, so that a form should ask for it. */
export function asksForPaste(name: string, given: Given, pasted: Pasted): boolean {
  return (
    name === pasted.command && given[pasted.option] === undefined && given[pasted.fileOption] === undefined
  );
}

/** A form for many lines, which an option of a command cannot hold; its id has the options that were given. */
export function pasteForm(
  { command, option }: Pasted,
  given: Given,
  say: Say,
): APIModalInteractionResponseCallbackData {
  const cut = (text: string, most: number): string => fitLine(text, most, (line) => line);
  const told = Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]);
  return {
    custom_id: `paste:${command}:${new URLSearchParams(told)}`.slice(0, MAX_ID),
    title: cut(say('discord.paste.title'), MAX_TITLE),
    components: [
      {
        type: ComponentType.Label,
        label: cut(say('discord.paste.label'), MAX_TITLE),
        description: cut(say('discord.paste.description'), MAX_HINT),
        component: {
          type: ComponentType.TextInput,
          custom_id: option,
          style: TextInputStyle.Paragraph,
          max_length: MAX_TEXT,
          required: true,
        },
      },
    ],
  };
}

/**
 * The options of a form that was sent, by their names; undefined if it is none of the bot's. A client can make up the id and
 * the text, so neither can say more than the command itself: what it does not know is ignored, and no file comes this way,
 * nor what only the bot's own buttons may say.
 *
 * @param specs the options of the command
 */
export function readPaste(
  { custom_id: id, components }: APIModalSubmission,
  pasted: Pasted,
  specs: readonly OptionSpec[],
): Readonly<Record<string, string | boolean>> | undefined {
  const [, command, given = ''] = FORM.exec(id) ?? [];
  if (command !== pasted.command) return undefined;
  const unsaid = [pasted.fileOption, ...specs.filter(({ internal }) => internal).map(({ name }) => name)];
  const options = [...new URLSearchParams(given)].filter(([name]) => !unsaid.includes(name));
  const values = options.map(([name, value]) => [name, value === 'true' ? true : value] as const);
  return { ...Object.fromEntries(values), [pasted.option]: textIn(components, pasted.option) };
}

function textIn(components: readonly APIModalSubmissionComponent[], option: string): string {
  for (const one of components) {
    if (one.type !== ComponentType.Label || one.component.type !== ComponentType.TextInput) continue;
    if (one.component.custom_id === option) return one.component.value.slice(0, MAX_TEXT);
  }
  return '';
}
