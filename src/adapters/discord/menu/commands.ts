import type {
  APIApplicationCommandBasicOption,
  LocalizationMap,
  RESTPostAPIApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { Command } from '../../../core/command.ts';
import type { OptionSpec } from '../../../core/options.ts';
import { isSpoken } from '../../../format/words/catalogue.ts';
import { commandWords, type ListedWords, type OptionWords } from '../../../format/words/command-words.ts';
import type { Say, SayIn } from '../../../format/words/say.ts';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  Locale,
} from '../sdk.ts';
import { UNKNOWN_LOCALE } from '../target.ts';

/** The option that every command for everyone gets on Discord, if it has options. */
export const PUBLIC_OPTION = 'public';

/** Discord's limits. */
const MAX_DESCRIPTION = 100;
const MAX_TEXT_OPTION = 6_000;
/** No permission bits: only administrators of a server see the command. */
const FOR_ADMINISTRATORS = '0';

const EVERYWHERE = {
  contexts: [
    InteractionContextType.Guild,
    InteractionContextType.BotDM,
    InteractionContextType.PrivateChannel,
  ],
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
};

/** The entry in a message's menu that passes the message's text and picture to a command. */
export interface ContextCommand {
  /** The command it runs. */
  readonly command: string;
  /** The option for the text. */
  readonly option: string;
  /** The option for the picture. */
  readonly fileOption: string;
  /** The entry in the default language, at most 32 characters; other languages have their own. */
  readonly name: string;
}

/** The option that gets suggestions while a person types. */
export interface Autocomplete {
  /** The command. */
  readonly command: string;
  /** Its option. */
  readonly option: string;
}

/** What {@link commandForms} works with. */
export interface FormNeeds {
  /** Returns the catalogue for a locale. */
  readonly sayIn: SayIn;
  readonly contextCommand: ContextCommand | undefined;
  readonly autocomplete: Autocomplete | undefined;
}

/** A command as Discord registers it. */
export type CommandForm = RESTPostAPIApplicationCommandsJSONBody;

/** Converts commands to the form in which Discord registers them. */
export function commandForms(commands: readonly Command[], needs: FormNeeds): CommandForm[] {
  const menu = needs.contextCommand;
  return [
    ...commands.map((command) => slashForm(command, needs)),
    ...(menu === undefined
      ? []
      : [
          {
            type: ApplicationCommandType.Message,
            ...named(needs.sayIn, menu.name, (say) => say('discord.contextMenu')),
            ...EVERYWHERE,
          } as const,
        ]),
  ];
}

function slashForm(command: Command, needs: FormNeeds): CommandForm {
  const { name } = command;
  const options = command.options
    .filter(({ internal }) => internal !== true)
    .map((spec) => optionForm(spec, command, needs));
  if (
    command.audience === 'everyone' &&
    command.personal !== true &&
    options.length > 0 &&
    !options.some(({ name }) => name === PUBLIC_OPTION)
  ) {
    options.push({
      type: ApplicationCommandOptionType.Boolean,
      ...texts(needs.sayIn, PUBLIC_OPTION, publicOptionWords),
    });
  }
  return {
    type: ApplicationCommandType.ChatInput,
    ...texts(needs.sayIn, name, (say) => commandWords(say, command)),
    // Discord refuses an option that must be given behind one that need not.
    options: options.toSorted(
      (one, other) => Number(other.required ?? false) - Number(one.required ?? false),
    ),
    ...(command.audience === 'admins' && { default_member_permissions: FOR_ADMINISTRATORS }),
    ...EVERYWHERE,
  };
}

function optionForm(spec: OptionSpec, command: Command, needs: FormNeeds): APIApplicationCommandBasicOption {
  const { sayIn } = needs;
  const wordsOf = (say: Say): OptionWords | undefined => commandWords(say, command).options[spec.name];
  const base = texts(sayIn, spec.name, wordsOf);
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
        choices: spec.choices.map((value) => {
          const choiceIn = (say: Say): string | undefined => wordsOf(say)?.choices[value];
          return { ...named(sayIn, choiceIn(sayIn(UNKNOWN_LOCALE)) ?? value, choiceIn), value };
        }),
      };
    case 'text': {
      const offered = needs.autocomplete?.command === command.name && needs.autocomplete.option === spec.name;
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

const publicOptionWords = (say: Say): ListedWords => ({
  name: say('discord.publicOption.name'),
  description: say('discord.publicOption.description'),
});

/** A name with its translations. */
function named(sayIn: SayIn, name: string, nameIn: (say: Say) => string | undefined) {
  const others = localized(sayIn, name, nameIn);
  return { name, ...(others !== undefined && { name_localizations: others }) };
}

/** The name, the default description, and the translations of both. */
function texts(sayIn: SayIn, name: string, wordsOf: (say: Say) => ListedWords | undefined) {
  const describedIn = (say: Say): string => (wordsOf(say)?.description ?? name).slice(0, MAX_DESCRIPTION);
  const description = describedIn(sayIn(UNKNOWN_LOCALE));
  const others = localized(sayIn, description, describedIn);
  return {
    ...named(sayIn, name, (say) => wordsOf(say)?.name),
    description,
    ...(others !== undefined && { description_localizations: others }),
  };
}

/**
 * Whether the registered commands match the forms, in any order and ignoring what Discord adds (ids, versions, defaults).
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
  'name_localizations',
  'description',
  'description_localizations',
  'default_member_permissions',
  'contexts',
  'integration_types',
  'options',
  'choices',
  'required',
  'autocomplete',
  'max_length',
] as const;
/** Values Discord adds or omits for unset fields. */
const SAYS_NOTHING: readonly unknown[] = [undefined, null, false, ''];

function essence(value: unknown): unknown {
  if (Array.isArray(value))
    return value.every(isNumber) ? value.toSorted((a, b) => a - b) : value.map(essence);
  if (typeof value !== 'object' || value === null) return value;
  const said = ESSENTIAL.map((key) => [key, essenceOf(key, Reflect.get(value, key))] as const).filter(
    ([, one]) => !SAYS_NOTHING.includes(one) && !(Array.isArray(one) && one.length === 0),
  );
  return Object.fromEntries(said);
}

/** Discord returns languages in its own order. */
function essenceOf(key: (typeof ESSENTIAL)[number], value: unknown): unknown {
  if (!key.endsWith('_localizations') || typeof value !== 'object' || value === null) return essence(value);
  return Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/**
 * A text in every Discord language whose translation differs from the default text; undefined if none differs, since Discord
 * then leaves the field out.
 */
function localized(
  sayIn: SayIn,
  base: string,
  textOf: (say: Say) => string | undefined,
): LocalizationMap | undefined {
  // Discord's codes of the languages with a catalogue: `es-ES` and `es-419` for Spanish.
  const spoken = Object.values(Locale).filter((locale) => isSpoken(locale));
  const texts = spoken.map((locale) => [locale, textOf(sayIn(locale)) ?? base] as const);
  const others = texts.filter(([, text]) => text !== base);
  return others.length === 0 ? undefined : Object.fromEntries(others);
}
