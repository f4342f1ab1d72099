import {
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  type APITextInputComponent,
  ComponentType,
  type ModalSubmitInteraction,
  TextInputStyle,
} from 'discord.js';
import type { RawValues } from '../../../core/command/command-options.ts';
import type { Say } from '../../../format/texts/say.ts';
import type { CommandSet } from '../../host.ts';
import { PUBLIC_OPTION } from '../commands.ts';
import { type AcceptedInput, inputOf } from './accepted-input.ts';

/** Discord's limit. */
const MAX_FORM_TEXT = 4_000;
const FORM_ID_PREFIX = 'paste:';

/**
 * A form with a field of several lines, since an option has only one. It opens if a command has no
 * number. Its id contains the other options.
 */
export function pasteForm(
  option: string,
  givenOptions: RawValues,
  say: Say,
): APIModalInteractionResponseCallbackData {
  // A flag that is off is left out, since the length of an id is limited.
  const setOptions = Object.entries(givenOptions).filter(([, value]) => value !== false);
  const options = new URLSearchParams(setOptions as [string, string][]);
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
    custom_id: `${FORM_ID_PREFIX}${options}`,
    title: say('discord.paste.title'),
    components: [label],
  };
}

/**
 * The input of a submitted form; undefined for an id that `pasteForm` does not make. A client can
 * forge the id and the fields, so they may not set a file, or an option that only buttons may set.
 */
export function pasteInput(
  { customId, fields }: ModalSubmitInteraction,
  { all, textCommand: { name: textCommand, option, fileOption } }: CommandSet,
): AcceptedInput | undefined {
  if (!customId.startsWith(FORM_ID_PREFIX)) return undefined;
  const formOptions = new URLSearchParams(customId.slice(FORM_ID_PREFIX.length));
  const known = all.find(({ name }) => name === textCommand)?.options ?? [];
  const settable = known.filter(({ name, isInternal }) => !isInternal && name !== fileOption);
  const names = new Set([...settable.map(({ name }) => name), PUBLIC_OPTION]);
  const values = [...formOptions].map(
    ([name, value]) => [name, value === 'true' || value] as const,
  );
  const field = fields.fields.get(option);
  const value = field !== undefined && 'value' in field ? field.value : undefined;
  return inputOf(textCommand, {
    ...Object.fromEntries(values.filter(([name]) => names.has(name))),
    [option]: typeof value === 'string' ? value : '',
  });
}
