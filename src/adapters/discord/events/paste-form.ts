import {
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  type APITextInputComponent,
  ComponentType,
  type ModalSubmitInteraction,
  TextInputStyle,
} from 'discord.js';
import type { RawValues } from '../../../core/options.ts';
import type { Say } from '../../../format/texts/say.ts';
import type { CommandSet } from '../../host.ts';
import { PUBLIC_OPTION } from '../commands.ts';
import { type AcceptedInput, inputOf } from './accepted-input.ts';

/** Discord's limit. */
const MAX_FORM_TEXT = 4_000;
const FORM_ID = 'paste:';

/**
 * A form for many lines, which the option of a command cannot hold. Its id has the other options
 * that were set.
 */
export function pasteForm(
  option: string,
  givenOptions: RawValues,
  say: Say,
): APIModalInteractionResponseCallbackData {
  const set = Object.entries(givenOptions).filter(([, value]) => value !== false);
  const options = new URLSearchParams(set as [string, string][]);
  const input: APITextInputComponent = {
    type: ComponentType.TextInput,
    style: TextInputStyle.Paragraph,
    custom_id: option,
    max_length: MAX_FORM_TEXT,
    required: true,
  };
  const label: APILabelComponent = {
    type: ComponentType.Label,
    label: say('discord.paste.label'),
    description: say('discord.paste.description'),
    component: input,
  };
  return {
    custom_id: `${FORM_ID}${options}`,
    title: say('discord.paste.title'),
    components: [label],
  };
}

/**
 * The input of a submitted form; undefined if it is not the bot's. A client can make up the id and
 * the fields, so they set neither a file nor the options that only the bot's own buttons may set.
 */
export function pasteInput(
  { customId, fields }: ModalSubmitInteraction,
  { all, text: { command, option, fileOption } }: CommandSet,
): AcceptedInput | undefined {
  if (!customId.startsWith(FORM_ID)) return undefined;
  const formOptions = new URLSearchParams(customId.slice(FORM_ID.length));
  const known = all.find(({ name }) => name === command)?.options ?? [];
  const settable = known.filter(({ name, internal }) => !internal && name !== fileOption);
  const names = new Set([...settable.map(({ name }) => name), PUBLIC_OPTION]);
  const values = [...formOptions].map(
    ([name, value]) => [name, value === 'true' || value] as const,
  );
  const field = fields.fields.get(option);
  const value = field !== undefined && 'value' in field ? field.value : undefined;
  return inputOf(command, {
    ...Object.fromEntries(values.filter(([name]) => names.has(name))),
    [option]: typeof value === 'string' ? value : '',
  });
}
