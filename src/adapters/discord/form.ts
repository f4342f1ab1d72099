import {
  LabelBuilder,
  ModalBuilder,
  type ModalSubmitInteraction,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import type { Command } from '../../core/command.ts';
import type { Say } from '../../format/words/say.ts';
import type { TextCommand } from './commands.ts';

/** Discord's limits for a form, in characters. */
const MAX_ID = 100;
const MAX_TEXT = 4_000;

const ID = /^paste:([a-z]{1,32}):([a-z=&-]{0,80})$/;

/** What was given with a command that has nothing to check yet. */
type Given = Readonly<Record<string, unknown>>;

/** Whether a command was used without anything to check, so that a form asks for it. */
export function asksForForm(
  name: string,
  given: Given,
  { command, option, fileOption }: TextCommand,
): boolean {
  return name === command && given[option] === undefined && given[fileOption] === undefined;
}

/** A form for many lines, which an option of a command cannot hold. Its id has the options that were given. */
export function formFor({ command, option }: TextCommand, given: Given, say: Say): ModalBuilder {
  const options = new URLSearchParams(
    Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const input = new TextInputBuilder()
    .setCustomId(option)
    .setStyle(TextInputStyle.Paragraph)
    .setMaxLength(MAX_TEXT)
    .setRequired(true);
  const label = new LabelBuilder()
    .setLabel(say('discord.paste.label'))
    .setDescription(say('discord.paste.description'))
    .setTextInputComponent(input);
  return new ModalBuilder()
    .setCustomId(`paste:${command}:${options}`.slice(0, MAX_ID))
    .setTitle(say('discord.paste.title'))
    .addLabelComponents(label);
}

/**
 * The options of a form that was sent; undefined if it is not one of the bot's. A client can make up the id and the text, so
 * they set neither a file nor what only the bot's own buttons may set.
 */
export function readForm(
  { customId, fields }: ModalSubmitInteraction,
  { command, option, fileOption }: TextCommand,
  commands: readonly Command[],
): Readonly<Record<string, string | boolean>> | undefined {
  const [, name, given = ''] = ID.exec(customId) ?? [];
  if (name !== command) return undefined;
  const options = commands.find((one) => one.name === command)?.options ?? [];
  const closed = [fileOption, ...options.filter(({ internal }) => internal).map((one) => one.name)];
  const values = [...new URLSearchParams(given)]
    .filter(([key]) => !closed.includes(key))
    .map(([key, value]) => [key, value === 'true' ? true : value] as const);
  const field = fields.fields.get(option);
  const text = field !== undefined && 'value' in field ? String(field.value).slice(0, MAX_TEXT) : '';
  return { ...Object.fromEntries(values), [option]: text };
}
