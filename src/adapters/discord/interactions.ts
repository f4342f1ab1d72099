import {
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  type APITextInputComponent,
  type AutocompleteInteraction,
  type BaseInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  ComponentType,
  type Interaction,
  InteractionContextType,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type RepliableInteraction,
  TextInputStyle,
} from 'discord.js';
import type { Input, ReceiveRequest, RequestEvent, ShowReply } from '../../core/adapter/request.ts';
import type { FindSuggestions } from '../../core/adapter/suggestions.ts';
import type { FileReference } from '../../core/options.ts';
import type { Visibility } from '../../core/reply.ts';
import type { Say } from '../../format/words/say.ts';
import type { CommandSet } from '../host.ts';
import { fitText, visibleLine } from '../visible-text.ts';
import type { DiscordOptions } from './client.ts';
import { PUBLIC_OPTION } from './commands.ts';
import { askedTextOf, firstFileOf, toFileReference } from './contents.ts';
import { type DiscordFailure, isFailure, toDiscordFailure } from './errors.ts';
import type { ReportIncident } from './report.ts';
import {
  acknowledgedTarget,
  type DiscordTarget,
  type InteractionPlace,
  PLATFORM,
  readCustomId,
  scopesOf,
} from './target.ts';

/** Discord's limits. */
const MAX_CHOICES = 25;
const MAX_CHOICE_LENGTH = 100;
const MAX_FORM_TEXT = 4_000;

interface InteractionOptions extends Pick<DiscordOptions, 'clock' | 'commands' | 'sayIn' | 'log'> {
  readonly report: ReportIncident;
  readonly receive: ReceiveRequest;
  readonly suggest: FindSuggestions;
  /** The language in which a person uses Discord, by the person's id. */
  readonly locales: { set(user: string, locale: string): void };
  /** Returns how to show a reply at a target. */
  readonly open: (target: DiscordTarget) => ShowReply;
}

/** The input of an interaction, and who sees the answer. */
interface AcceptedInput {
  readonly input: Input;
  readonly visibility: Visibility;
  /** `here`: the answer replaces the message whose button was pressed. */
  readonly opens?: 'here';
}

/** Makes requests from interactions: commands, presses, forms, the menu of a message. */
export class Interactions {
  readonly #options: InteractionOptions;

  constructor(options: InteractionOptions) {
    this.#options = options;
  }

  /** Rejects with the error of a call. */
  async handle(interaction: Interaction): Promise<void> {
    const { commands } = this.#options;
    if (interaction.isAutocomplete()) return this.#suggest(interaction);
    if (interaction.isChatInputCommand()) return this.#useCommand(interaction);
    if (interaction.isButton()) return this.#accept(interaction, press(interaction));
    if (interaction.isMessageContextMenuCommand())
      return this.#accept(interaction, menuInput(interaction, commands));
    if (!interaction.isModalSubmit()) return;
    const submitted = readForm(interaction, commands);
    if (submitted !== undefined) await this.#accept(interaction, submitted);
  }

  /** Not repeated: the next key press asks again. */
  async #suggest(interaction: AutocompleteInteraction): Promise<void> {
    const { suggest, log } = this.#options;
    const choices = await choicesFor(interaction, suggest);
    await interaction.respond(choices).catch((error: unknown) => {
      log.debug({ reason: toDiscordFailure(error).message }, 'Suggestions could not be shown');
    });
  }

  /** Without anything to check, a form for many lines opens. */
  async #useCommand(interaction: ChatInputCommandInteraction): Promise<void> {
    const { commands, sayIn } = this.#options;
    const { command, option, fileOption } = commands.text;
    const { commandName: name, locale } = interaction;
    const values = valuesOf(interaction.options.data);
    const isEmpty = values[option] === undefined && values[fileOption] === undefined;
    if (name !== command || !isEmpty) return this.#accept(interaction, inputOf(name, values));
    await interaction.showModal(formFor(option, values, sayIn(locale)));
  }

  /**
   * Acknowledges first, since Discord waits only 3 s. If that fails, the interaction is not
   * accepted and nothing is paid.
   */
  async #accept(interaction: RepliableInteraction, accepted: AcceptedInput): Promise<void> {
    const { report, locales, receive, open, clock } = this.#options;
    if (!(await acknowledge(interaction, accepted, report))) return;
    const id = `${PLATFORM}:interaction:${interaction.id}`;
    const { user, locale } = interaction;
    const { input, visibility, opens } = accepted;
    locales.set(user.id, locale);
    const place = placeOf(interaction, { since: clock.now(), isShared: visibility === 'shared' });
    const target = acknowledgedTarget({ request: id, locale, place }, opens === 'here');
    await receive({ id, input, visibility, target, ...personOf(interaction) }, open(target));
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

/** What the menu of a message asks about. */
function menuInput(
  { targetMessage, applicationId }: MessageContextMenuCommandInteraction,
  commands: CommandSet,
): AcceptedInput {
  const { command, option, fileOption } = commands.text;
  const text = { [option]: askedTextOf(targetMessage, applicationId) };
  const file = firstFileOf(targetMessage);
  return inputOf(command, file === undefined ? text : { ...text, [fileOption]: file });
}

type Values = Readonly<Record<string, string | boolean | FileReference>>;

function valuesOf(options: readonly CommandInteractionOption[]): Values {
  const values = options.map(({ name, value, attachment: file }) => [
    name,
    file ? toFileReference(file) : value,
  ]);
  return Object.fromEntries(values) as Values;
}

/** A command's input; the adapter's own option says who sees the answer. */
function inputOf(name: string, { [PUBLIC_OPTION]: shared, ...values }: Values): AcceptedInput {
  const input = { kind: 'command', name, options: { kind: 'values', values } } as const;
  return { input, visibility: shared === true ? 'shared' : 'private' };
}

/**
 * A press by another person than the asker leaves the reply unchanged: its answer is a new
 * reply. So does the press of a button that an earlier version has made, or that a client has made
 * up: without a token, the answer is that the button no longer works.
 */
function press({ customId, component, user, message, context }: ButtonInteraction): AcceptedInput {
  const pressed = component === null ? undefined : readCustomId(customId);
  if (pressed === undefined) return { input: { kind: 'press', token: '' }, visibility: 'private' };
  const { mode, asker, token } = pressed;
  const isOwn = asker === user.id;
  const isPublic =
    context !== InteractionContextType.BotDM && !message.flags.has(MessageFlags.Ephemeral);
  const isShared = isOwn && (mode === 'shared' || (isPublic && mode !== 'whisper'));
  return {
    input: { kind: 'press', token },
    visibility: isShared ? 'shared' : 'private',
    ...(isOwn && mode === 'here' && { opens: 'here' as const }),
  };
}

const FORM_ID = 'paste:';

/**
 * A form for many lines, which the option of a command cannot hold. Its id has the other options
 * that were set.
 */
function formFor(
  option: string,
  givenOptions: Values,
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
 * the text, so they set neither a file nor the options that only the bot's own buttons may set.
 */
function readForm(
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
  const text = fields.getTextInputValue(option);
  return inputOf(command, {
    ...Object.fromEntries(values.filter(([name]) => names.has(name))),
    [option]: text,
  });
}

/**
 * Resolves with false if another process has acknowledged it: with its own store, both would pay.
 */
async function acknowledge(
  interaction: RepliableInteraction,
  { visibility, opens }: AcceptedInput,
  report: ReportIncident,
): Promise<boolean> {
  const send = (): Promise<unknown> =>
    opens === 'here' && interaction.isButton()
      ? interaction.deferUpdate()
      : interaction.deferReply(visibility === 'private' ? { flags: MessageFlags.Ephemeral } : {});
  const attempt = (): Promise<DiscordFailure | undefined> =>
    send().then(() => undefined, toDiscordFailure);
  const first = await attempt();
  const isRetried = isFailure(first, 'unreachable');
  const failure = isRetried ? await attempt() : first;
  const isTaken = isFailure(failure, 'already-acknowledged');
  // The earlier attempt was ours; only its answer was lost.
  if (failure === undefined || (isTaken && isRetried)) return true;
  report(isTaken ? 'acknowledged-elsewhere' : failure.code, { reason: failure.message });
  return false;
}

async function choicesFor(interaction: AutocompleteInteraction, suggest: FindSuggestions) {
  const visibility = interaction.options.getBoolean(PUBLIC_OPTION) === true ? 'shared' : 'private';
  const known = await suggest(interaction.options.getFocused(), {
    ...personOf(interaction),
    visibility,
  });
  // A choice replaces what was typed, of which nothing may be lost.
  const isTooLong = known.some(({ value }) => value.length > MAX_CHOICE_LENGTH);
  return (isTooLong ? [] : known).slice(0, MAX_CHOICES).map(({ label, value }) => ({
    name: fitText(visibleLine(label), MAX_CHOICE_LENGTH) || '…',
    value: visibleLine(value) || '…',
  }));
}

function personOf(
  interaction: BaseInteraction,
): Pick<RequestEvent, 'requester' | 'scopes' | 'locale'> {
  const { user, locale } = interaction;
  return { requester: `${PLATFORM}:user:${user.id}`, scopes: scopesOf(interaction), locale };
}
