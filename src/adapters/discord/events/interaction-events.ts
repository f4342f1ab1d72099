import {
  type AutocompleteInteraction,
  type BaseInteraction,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  type Interaction,
  InteractionContextType,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type RepliableInteraction,
} from 'discord.js';
import type {
  ReceiveRequest,
  RequestEvent,
  ShowReply,
} from '../../../core/adapter/request-event.ts';
import type { FindSuggestions } from '../../../core/adapter/suggestions.ts';
import type { RawValues } from '../../../core/command/command-options.ts';
import type { CommandSet } from '../../host.ts';
import { fitText, visibleLine } from '../../rendering/visible-text.ts';
import type { DiscordOptions } from '../api/client.ts';
import { type DiscordFailure, isFailure, toDiscordFailure } from '../api/failure.ts';
import type { ReportIncident } from '../api/incident-report.ts';
import { PUBLIC_OPTION } from '../commands.ts';
import { acknowledgedTarget, type DiscordTarget, type InteractionPlace } from '../places.ts';
import { PLATFORM, personOf, scopesOf } from '../principals.ts';
import { type AcceptedInput, inputOf } from './accepted-input.ts';
import { askedTextOf, firstFileOf, toFileReference } from './message-contents.ts';
import { pasteForm, pasteInput } from './paste-form.ts';
import { pressInput } from './press-input.ts';

/** Discord's limits. */
const MAX_CHOICES = 25;
const MAX_CHOICE_LENGTH = 100;

interface InteractionEventsOptions
  extends Pick<DiscordOptions, 'clock' | 'commands' | 'sayFor' | 'log'> {
  readonly report: ReportIncident;
  readonly receive: ReceiveRequest;
  readonly suggest: FindSuggestions;
  /** The languages of people by their ids. */
  readonly locales: { set(user: string, locale: string): void };
  /** Returns how to show a reply at a target. */
  readonly openReply: (target: DiscordTarget) => ShowReply;
}

/**
 * Makes requests from interactions: commands, presses, forms, the menu of a message. All of them
 * are acknowledged in the same way, so presses have no class of their own as they do on Telegram.
 */
export class InteractionEvents {
  readonly #options: InteractionEventsOptions;

  constructor(options: InteractionEventsOptions) {
    this.#options = options;
  }

  /**
   * Receives an interaction.
   * @throws the error of a call
   */
  async receive(interaction: Interaction): Promise<void> {
    const { commands } = this.#options;
    if (interaction.isAutocomplete()) return this.#suggest(interaction);
    if (interaction.isChatInputCommand()) return this.#useCommand(interaction);
    if (interaction.isButton()) return this.#accept(interaction, pressInput(interaction));
    if (interaction.isMessageContextMenuCommand()) {
      return this.#accept(interaction, menuInput(interaction, commands));
    }
    if (!interaction.isModalSubmit()) return;
    const submitted = pasteInput(interaction, commands);
    if (submitted !== undefined) await this.#accept(interaction, submitted);
  }

  /** Answers with suggestions. A failed call is not repeated: the next key press asks again. */
  async #suggest(interaction: AutocompleteInteraction): Promise<void> {
    const { suggest, log } = this.#options;
    const choices = await choicesFor(interaction, suggest);
    await interaction.respond(choices).catch((error: unknown) => {
      log.debug({ reason: toDiscordFailure(error).message }, 'Suggestions could not be shown');
    });
  }

  /** Receives a command. Without a number, a form for many lines opens. */
  async #useCommand(interaction: ChatInputCommandInteraction): Promise<void> {
    const { commands, sayFor } = this.#options;
    const { name: textCommand, option, fileOption } = commands.textCommand;
    const { commandName: name, locale } = interaction;
    const values = valuesOf(interaction.options.data);
    const isEmpty = values[option] === undefined && values[fileOption] === undefined;
    if (name !== textCommand || !isEmpty) return this.#accept(interaction, inputOf(name, values));
    await interaction.showModal(pasteForm(option, values, sayFor(locale)));
  }

  /**
   * Acknowledges the interaction, then makes its request. Discord waits only 3 s for the
   * acknowledgement. If that fails, it makes no request, and nothing is paid.
   */
  async #accept(interaction: RepliableInteraction, accepted: AcceptedInput): Promise<void> {
    const { report, locales, receive, openReply, clock } = this.#options;
    if (!(await acknowledge(interaction, accepted, report))) return;
    const id = `${PLATFORM}:interaction:${interaction.id}`;
    const { user, locale } = interaction;
    const { input, visibility, isInPlace } = accepted;
    locales.set(user.id, locale);
    const place = placeOf(interaction, { since: clock.now(), isShared: visibility === 'shared' });
    const target = acknowledgedTarget({ request: id, locale, place }, isInPlace);
    await receive({ id, input, visibility, target, ...originOf(interaction) }, openReply(target));
  }
}

function placeOf(
  interaction: RepliableInteraction,
  { since, isShared }: Pick<InteractionPlace, 'since' | 'isShared'>,
): InteractionPlace {
  return {
    where: 'interaction',
    application: interaction.applicationId,
    token: interaction.token,
    since,
    user: interaction.user.id,
    isDirect: interaction.context === InteractionContextType.BotDM,
    isShared,
    maxBytes: interaction.attachmentSizeLimit,
  };
}

function menuInput(
  { targetMessage, applicationId }: MessageContextMenuCommandInteraction,
  commands: CommandSet,
): AcceptedInput {
  const { name, option, fileOption } = commands.textCommand;
  const text = { [option]: askedTextOf(targetMessage, applicationId) };
  const file = firstFileOf(targetMessage);
  return inputOf(name, file === undefined ? text : { ...text, [fileOption]: file });
}

function valuesOf(options: readonly CommandInteractionOption[]): RawValues {
  const values = options.map(({ name, value, attachment: file }) => [
    name,
    file ? toFileReference(file) : value,
  ]);
  return Object.fromEntries(values) as RawValues;
}

/**
 * Acknowledges an interaction. Resolves with false if that fails, or if another process has done so
 * already: if that process has another store, both would pay.
 */
async function acknowledge(
  interaction: RepliableInteraction,
  accepted: AcceptedInput,
  report: ReportIncident,
): Promise<boolean> {
  const first = await tryToAcknowledge(interaction, accepted);
  const isRepeated = isFailure(first, 'unreachable');
  const failure = isRepeated ? await tryToAcknowledge(interaction, accepted) : first;
  if (failure === undefined) return true;
  const isAcknowledged = failure.code === 'already-acknowledged';
  // Discord took the first attempt of this process, whose answer was lost.
  if (isAcknowledged && isRepeated) return true;
  report(isAcknowledged ? 'acknowledged-elsewhere' : failure.code, { reason: failure.message });
  return false;
}

/** Resolves with the failure of the call; undefined if it succeeded. */
function tryToAcknowledge(
  interaction: RepliableInteraction,
  { visibility, isInPlace }: AcceptedInput,
): Promise<DiscordFailure | undefined> {
  const call: Promise<unknown> =
    isInPlace && interaction.isButton()
      ? interaction.deferUpdate()
      : interaction.deferReply(visibility === 'private' ? { flags: MessageFlags.Ephemeral } : {});
  return call.then(() => undefined, toDiscordFailure);
}

/** Suggestions for the option that is being typed. A client can forge one that is not a text. */
async function choicesFor(interaction: AutocompleteInteraction, suggest: FindSuggestions) {
  const { data } = interaction.options;
  const typed = data.find(({ focused }) => focused === true)?.value;
  if (typeof typed !== 'string') return [];
  const isShared = valuesOf(data)[PUBLIC_OPTION] === true;
  const known = await suggest(typed, {
    ...originOf(interaction),
    visibility: isShared ? 'shared' : 'private',
  });
  // A chosen suggestion replaces the typed text, so its value must not be cut.
  if (known.some(({ value }) => value.length > MAX_CHOICE_LENGTH)) return [];
  return known.slice(0, MAX_CHOICES).map(({ label, value }) => ({
    name: fitText(visibleLine(label), MAX_CHOICE_LENGTH) || '…',
    value: visibleLine(value) || '…',
  }));
}

function originOf(
  interaction: BaseInteraction,
): Pick<RequestEvent, 'requester' | 'scopes' | 'locale'> {
  const { user, locale } = interaction;
  return { requester: personOf(user.id), scopes: scopesOf(interaction), locale };
}
