import {
  type ApplicationCommandOptionBase,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ContextMenuCommandBuilder,
  InteractionContextType,
  Locale,
  type LocalizationMap,
  REST,
  type RESTGetCurrentApplicationResult,
  type RESTPostAPIApplicationCommandsJSONBody,
  Routes,
  type SharedNameAndDescription,
  SlashCommandBuilder,
} from 'discord.js';
import type { CommandDescriptor } from '../../core/command/command.ts';
import type { OptionSpec } from '../../core/command/command-options.ts';
import { OperatorError } from '../../core/operator/operator-error.ts';
import { commandWords, type ListedWords } from '../../format/texts/command-words.ts';
import type { Say, SayFor } from '../../format/texts/say.ts';
import { isSupported } from '../../format/texts/text-catalogue.ts';
import { inBotLanguage } from '../unknown-locale.ts';
import type { DiscordOptions } from './api/client.ts';
import type { DiscordConnection } from './api/connection.ts';
import { toDiscordFailure } from './api/failure.ts';

/**
 * The option of a command on Discord that says who reads the reply. A command gets it if it has
 * options and its reply may be shared.
 */
export const PUBLIC_OPTION = 'public';
/** Discord's limit. */
const MAX_TEXT_OPTION = 6_000;

const { Guild, BotDM, PrivateChannel } = InteractionContextType;
const CONTEXTS = [Guild, BotDM, PrivateChannel];
const INSTALLS = [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall];

type FormOptions = Pick<DiscordOptions, 'commands' | 'sayFor'>;

/** The commands as Discord registers them, with an entry in the menu of messages. */
export function commandForms(
  options: FormOptions,
): readonly RESTPostAPIApplicationCommandsJSONBody[] {
  const { commands, sayFor } = options;
  const menu = new ContextMenuCommandBuilder()
    .setType(ApplicationCommandType.Message)
    .setName(inBotLanguage(sayFor)('discord.contextMenu'))
    .setNameLocalizations(localizedTexts(sayFor, (say) => say('discord.contextMenu')))
    .setContexts(CONTEXTS)
    .setIntegrationTypes(INSTALLS);
  return [...commands.all.map((command) => slashCommand(command, options)), menu].map((builder) =>
    builder.toJSON(),
  );
}

function slashCommand(command: CommandDescriptor, options: FormOptions): SlashCommandBuilder {
  const { sayFor } = options;
  const slash = new SlashCommandBuilder().setContexts(CONTEXTS).setIntegrationTypes(INSTALLS);
  describe(slash, command.name, sayFor, (say) => commandWords(say, command));
  const specs = command.options.filter(({ isInternal }) => isInternal !== true);
  // Discord refuses a required option behind an optional one.
  const requiredFirst = [...specs.filter(isRequired), ...specs.filter((spec) => !isRequired(spec))];
  for (const spec of requiredFirst) addOption(slash, spec, command, options);
  if (command.isPersonal !== true && specs.length > 0) {
    slash.addBooleanOption((option) =>
      describe(option, PUBLIC_OPTION, sayFor, (say) => ({
        name: say('discord.publicOption.name'),
        description: say('discord.publicOption.description'),
      })),
    );
  }
  return slash;
}

function isRequired(spec: OptionSpec): boolean {
  return 'required' in spec && spec.required;
}

function addOption(
  slash: SlashCommandBuilder,
  spec: OptionSpec,
  command: CommandDescriptor,
  { commands, sayFor }: FormOptions,
): void {
  const { textCommand } = commands;
  const words = (say: Say) => commandWords(say, command).options[spec.name];
  const described = <Option extends ApplicationCommandOptionBase>(option: Option): Option =>
    describe(option, spec.name, sayFor, words).setRequired(isRequired(spec));
  if (spec.kind === 'flag') slash.addBooleanOption(described);
  if (spec.kind === 'file') slash.addAttachmentOption(described);
  if (spec.kind === 'text') {
    slash.addStringOption((option) =>
      described(option)
        .setMaxLength(Math.min(spec.maxLength ?? MAX_TEXT_OPTION, MAX_TEXT_OPTION))
        .setAutocomplete(command.name === textCommand.name && spec.name === textCommand.option),
    );
  }
  if (spec.kind === 'choice') {
    slash.addStringOption((option) =>
      described(option).setChoices(
        spec.choices.map((value) => {
          const nameIn = (say: Say): string => words(say)?.choices[value] ?? value;
          return {
            name: nameIn(inBotLanguage(sayFor)),
            value,
            name_localizations: localizedTexts(sayFor, nameIn),
          };
        }),
      ),
    );
  }
}

/** Names and describes a command or an option in all languages. */
function describe<Builder extends SharedNameAndDescription>(
  builder: Builder,
  name: string,
  sayFor: SayFor,
  wordsIn: (say: Say) => ListedWords | undefined,
): Builder {
  const descriptionIn = (say: Say): string => wordsIn(say)?.description ?? name;
  return builder
    .setName(name)
    .setNameLocalizations(localizedTexts(sayFor, (say) => wordsIn(say)?.name ?? name, name))
    .setDescription(descriptionIn(inBotLanguage(sayFor)))
    .setDescriptionLocalizations(localizedTexts(sayFor, descriptionIn));
}

/**
 * A text in the languages that both Discord and the bot have, without those in which it is the same
 * as `base`; null if none is left.
 */
function localizedTexts(
  sayFor: SayFor,
  textIn: (say: Say) => string,
  base = textIn(inBotLanguage(sayFor)),
): LocalizationMap | null {
  const texts = Object.values(Locale)
    .filter(isSupported)
    .map((locale) => [locale, textIn(sayFor(locale))] as const)
    .filter(([, text]) => text !== base);
  return texts.length === 0 ? null : Object.fromEntries(texts);
}

/** Registers the commands once Discord can be reached, unless they were registered before. */
export async function registerCommands(
  connection: Pick<DiscordConnection, 'untilReached'>,
  application: string,
  options: DiscordOptions,
): Promise<void> {
  await options.store.registerOnce(`discord ${application}`, import.meta.url, async () => {
    // Built once, outside of the attempts, since a bug would be the same in each.
    const forms = commandForms(options);
    const registered = await connection.untilReached((ready) =>
      ready.application.commands.set(forms),
    );
    if (registered === undefined) return false;
    options.log.info({ commands: registered.size }, 'The commands are registered at Discord');
    return true;
  });
}

/**
 * Registers the commands without a gateway.
 * @throws OperatorError if Discord refuses them, or cannot be reached
 */
export async function registerCommandsByRest(
  options: FormOptions & Pick<DiscordOptions, 'token' | 'apiUrl' | 'dispatcher'>,
): Promise<void> {
  const rest = new REST({ api: options.apiUrl, agent: options.dispatcher ?? null }).setToken(
    options.token,
  );
  const body = commandForms(options);
  try {
    const { id } = (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
    await rest.put(Routes.applicationCommands(id), { body });
  } catch (error) {
    const failure = toDiscordFailure(error);
    throw new OperatorError(`The commands could not be registered at Discord: ${failure.message}`, {
      cause: failure,
    });
  }
}
