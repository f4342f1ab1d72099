import {
  type ApplicationCommandOptionBase,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ContextMenuCommandBuilder,
  InteractionContextType,
  Locale,
  type LocalizationMap,
  type RESTPostAPIApplicationCommandsJSONBody,
  type SharedNameAndDescription,
  SlashCommandBuilder,
} from 'discord.js';
import type { Command } from '../../core/command.ts';
import type { OptionSpec } from '../../core/options.ts';
import { isSpoken } from '../../format/words/catalogue.ts';
import { commandWords, type Say, type SayIn } from '../../format/words/say.ts';
import { UNKNOWN_LOCALE } from './target.ts';

/** The option that every command for everyone gets on Discord, if it has options. */
export const PUBLIC_OPTION = 'public';

/** Discord's limits. */
const MAX_DESCRIPTION = 100;
const MAX_TEXT_OPTION = 6_000;

const CONTEXTS = [
  InteractionContextType.Guild,
  InteractionContextType.BotDM,
  InteractionContextType.PrivateChannel,
];
const INSTALLS = [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall];

/** The command that takes texts and files which name no command, with its options for them. */
export interface TextCommand {
  readonly command: string;
  readonly option: string;
  readonly fileOption: string;
}

/** A command as Discord registers it. */
export type CommandForm = RESTPostAPIApplicationCommandsJSONBody;

/** The commands as Discord registers them, with an entry in the menu of messages. */
export function commandForms(
  commands: readonly Command[],
  textCommand: TextCommand,
  sayIn: SayIn,
): readonly CommandForm[] {
  const menu = new ContextMenuCommandBuilder()
    .setType(ApplicationCommandType.Message)
    .setName(sayIn(UNKNOWN_LOCALE)('discord.contextMenu'))
    .setContexts(CONTEXTS)
    .setIntegrationTypes(INSTALLS);
  menu.setNameLocalizations(localized(sayIn, menu.name, (say) => say('discord.contextMenu')));
  return [...commands.map((command) => slashCommand(command, textCommand, sayIn)), menu].map((one) =>
    one.toJSON(),
  );
}

function slashCommand(command: Command, textCommand: TextCommand, sayIn: SayIn): SlashCommandBuilder {
  const isForAdmins = command.audience === 'admins';
  const slash = new SlashCommandBuilder()
    // Discord compares it with what it has registered.
    .setNSFW(false)
    .setContexts(CONTEXTS)
    .setIntegrationTypes(INSTALLS)
    // Without permission bits, only administrators of a server see the command.
    .setDefaultMemberPermissions(isForAdmins ? 0n : undefined);
  describe(slash, command.name, sayIn, (say) => commandWords(say, command));
  const specs = command.options.filter(({ internal }) => internal !== true);
  // Discord refuses a required option behind an optional one.
  for (const spec of [...specs.filter(isRequired), ...specs.filter((one) => !isRequired(one))])
    addOption(slash, spec, command, textCommand, sayIn);
  if (!isForAdmins && command.personal !== true && specs.length > 0)
    slash.addBooleanOption((option) =>
      describe(option, PUBLIC_OPTION, sayIn, (say) => ({
        name: say('discord.publicOption.name'),
        description: say('discord.publicOption.description'),
      })),
    );
  return slash;
}

function isRequired(spec: OptionSpec): boolean {
  return 'required' in spec && spec.required;
}

function addOption(
  slash: SlashCommandBuilder,
  spec: OptionSpec,
  command: Command,
  { command: offered, option: offeredOption }: TextCommand,
  sayIn: SayIn,
): void {
  const words = (say: Say) => commandWords(say, command).options[spec.name];
  const described = <Option extends ApplicationCommandOptionBase>(option: Option): Option =>
    describe(option, spec.name, sayIn, words).setRequired(isRequired(spec));
  switch (spec.kind) {
    case 'flag':
      slash.addBooleanOption(described);
      break;
    case 'file':
      slash.addAttachmentOption(described);
      break;
    case 'choice':
      slash.addStringOption((option) =>
        described(option).setChoices(
          spec.choices.map((value) => {
            const nameIn = (say: Say): string => words(say)?.choices[value] ?? value;
            const name = nameIn(sayIn(UNKNOWN_LOCALE));
            return { name, value, name_localizations: localized(sayIn, name, nameIn) };
          }),
        ),
      );
      break;
    case 'text':
      slash.addStringOption((option) => {
        described(option).setMaxLength(Math.min(spec.maxLength ?? MAX_TEXT_OPTION, MAX_TEXT_OPTION));
        const isOffered = command.name === offered && spec.name === offeredOption;
        return isOffered ? option.setAutocomplete(true) : option;
      });
  }
}

type Words = { readonly name?: string | undefined; readonly description?: string | undefined } | undefined;

/** Names and describes a command or an option in all languages. */
function describe<One extends SharedNameAndDescription>(
  one: One,
  name: string,
  sayIn: SayIn,
  wordsIn: (say: Say) => Words,
): One {
  const descriptionIn = (say: Say): string => (wordsIn(say)?.description ?? name).slice(0, MAX_DESCRIPTION);
  const description = descriptionIn(sayIn(UNKNOWN_LOCALE));
  return one
    .setName(name)
    .setNameLocalizations(localized(sayIn, name, (say) => wordsIn(say)?.name ?? name))
    .setDescription(description)
    .setDescriptionLocalizations(localized(sayIn, description, descriptionIn));
}

/** A text in each language of Discord that the bot speaks and in which it differs; null if it differs in none. */
function localized(sayIn: SayIn, base: string, textIn: (say: Say) => string): LocalizationMap | null {
  const texts = Object.values(Locale)
    .filter(isSpoken)
    .map((locale) => [locale, textIn(sayIn(locale))] as const)
    .filter(([, text]) => text !== base);
  return texts.length === 0 ? null : Object.fromEntries(texts);
}
