import type { APIApplicationCommandBasicOption, RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
} from 'discord.js';
import type { Command } from '../../core/command.ts';
import type { OptionSpec } from '../../core/options.ts';
import { commandWords, type Words } from '../../format/words/words.ts';

/** The option every command for everyone gets here that has options of its own. */
export const PUBLIC_OPTION = 'public';

/** Discord's limits. */
const MAX_DESCRIPTION = 100;
const MAX_TEXT_OPTION = 6_000;
/** No permission at all is asked for, which only administrators of a server have. */
const FOR_ADMINISTRATORS = '0';

const EVERYWHERE = {
  contexts: [
    InteractionContextType.Guild,
    InteractionContextType.BotDM,
    InteractionContextType.PrivateChannel,
  ],
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
};

/** The entry in a message's menu that takes what the message says, and its picture, as options of a command. */
export interface ContextCommand {
  readonly command: string;
  readonly option: string;
  readonly fileOption: string;
  /** As people read it, at most 32 characters. */
  readonly name: string;
}

/** The option that offers something while a person types. */
export interface Autocomplete {
  readonly command: string;
  readonly option: string;
}

export interface FormNeeds {
  /** The catalogue with the descriptions of commands and options. */
  readonly catalogue: Words;
  /** Describes the `public` option. */
  readonly publicOption: string;
  readonly contextCommand: ContextCommand | undefined;
  readonly autocomplete: Autocomplete | undefined;
}

export type CommandForm = RESTPostAPIApplicationCommandsJSONBody;

/** Commands in the form in which Discord registers them. */
export function commandForms(commands: readonly Command[], needs: FormNeeds): CommandForm[] {
  const menu = needs.contextCommand;
  return [
    ...commands.map((command) => slashForm(command, needs)),
    ...(menu === undefined
      ? []
      : [{ type: ApplicationCommandType.Message, name: menu.name, ...EVERYWHERE } as const]),
  ];
}

function slashForm(command: Command, needs: FormNeeds): CommandForm {
  const words = commandWords(needs.catalogue, command.name);
  const options = command.options.map((spec) => optionForm(spec, command.name, needs));
  if (
    command.audience === 'everyone' &&
    options.length > 0 &&
    !options.some(({ name }) => name === PUBLIC_OPTION)
  ) {
    options.push({
      type: ApplicationCommandOptionType.Boolean,
      name: PUBLIC_OPTION,
      description: described(needs.publicOption, PUBLIC_OPTION),
    });
  }
  return {
    type: ApplicationCommandType.ChatInput,
    name: command.name,
    description: described(words?.description, command.name),
    // Discord refuses an option that must be given behind one that need not.
    options: options.toSorted(
      (one, other) => Number(other.required ?? false) - Number(one.required ?? false),
    ),
    ...(command.audience === 'admins' && { default_member_permissions: FOR_ADMINISTRATORS }),
    ...EVERYWHERE,
  };
}

function optionForm(spec: OptionSpec, command: string, needs: FormNeeds): APIApplicationCommandBasicOption {
  const words = commandWords(needs.catalogue, command)?.options[spec.name];
  const base = { name: spec.name, description: described(words?.description, spec.name) };
  switch (spec.kind) {
    case 'flag':
      return { ...base, type: ApplicationCommandOptionType.Boolean };
    case 'file':
      return { ...base, type: ApplicationCommandOptionType.Attachment, required: spec.required };
    case 'choice':
      return {
        ...base,
        type: ApplicationCommandOptionType.String,
        required: spec.required,
        choices: spec.choices.map((value) => ({ name: words?.choices?.[value] ?? value, value })),
      };
    case 'text': {
      const offered = needs.autocomplete?.command === command && needs.autocomplete.option === spec.name;
      const text = {
        ...base,
        type: ApplicationCommandOptionType.String,
        required: spec.required,
        max_length: Math.min(spec.maxLength ?? MAX_TEXT_OPTION, MAX_TEXT_OPTION),
      } as const;
      return offered ? { ...text, autocomplete: true } : text;
    }
  }
}

function described(description: string | undefined, name: string): string {
  return (description ?? name).slice(0, MAX_DESCRIPTION);
}

/**
 * Whether what is registered says the same as the forms: in any order of commands, without what Discord adds
 * (ids, versions, defaults).
 */
export function isRegistered(forms: readonly CommandForm[], registered: readonly unknown[]): boolean {
  const texts = (list: readonly unknown[]): string[] =>
    list.map((one) => JSON.stringify(essence(one))).toSorted();
  const [ours, theirs] = [texts(forms), texts(registered)];
  return ours.length === theirs.length && ours.every((text, index) => text === theirs[index]);
}

const ESSENTIAL = [
  'type',
  'name',
  'value',
  'description',
  'default_member_permissions',
  'contexts',
  'integration_types',
  'options',
  'choices',
  'required',
  'autocomplete',
  'max_length',
] as const;
/** What Discord fills in, or leaves out, for what was not said. */
const SAYS_NOTHING: readonly unknown[] = [undefined, null, false, ''];

function essence(value: unknown): unknown {
  if (Array.isArray(value))
    return value.every(isNumber) ? value.toSorted((a, b) => a - b) : value.map(essence);
  if (typeof value !== 'object' || value === null) return value;
  const said = ESSENTIAL.map((key) => [key, essence(Reflect.get(value, key))] as const).filter(
    ([, one]) => !SAYS_NOTHING.includes(one) && !(Array.isArray(one) && one.length === 0),
  );
  return Object.fromEntries(said);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
