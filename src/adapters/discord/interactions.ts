import {
  type APIInteractionGuildMember,
  type AutocompleteInteraction,
  type BaseInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  GuildMember,
  type Interaction,
  InteractionContextType,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
} from 'discord.js';
import type { Ask, Receive, Request, Show, Suggest } from '../../core/adapter.ts';
import type { Clock } from '../../core/clock.ts';
import type { Command } from '../../core/command.ts';
import type { FileReference } from '../../core/options.ts';
import type { Visibility } from '../../core/reply.ts';
import { isPrincipal, type Principal } from '../../core/requester.ts';
import type { SayIn } from '../../format/words/say.ts';
import { visibleLine } from '../shown-reply.ts';
import { PUBLIC_OPTION, type TextCommand } from './commands.ts';
import { fileOf, filesOf, textOf } from './content.ts';
import { type DiscordFault, faultOf, isOneOf, type Report } from './errors.ts';
import { fitLine } from './escape.ts';
import { asksForForm, formFor, readForm } from './form.ts';
import { type InteractionTarget, PLATFORM, readCustomId } from './target.ts';

/** Discord's limits for suggestions. */
const MAX_CHOICES = 25;
const MAX_CHOICE_LENGTH = 100;

/** What {@link createInteractionHandler} works with. */
export interface InteractionNeeds {
  readonly clock: Clock;
  readonly report: Report;
  readonly commands: readonly Command[];
  readonly textCommand: TextCommand;
  readonly sayIn: SayIn;
  /** Called with the language in which a person uses Discord. */
  readonly onLocale: (user: string, locale: string) => void;
  /** Opens the way to show a reply. */
  readonly open: (target: InteractionTarget) => Show;
}

/** What the core does with interactions. */
type Core = { readonly receive: Receive; readonly suggest: Suggest };

/** What can be asked, and answered later. */
type Asking =
  | ButtonInteraction
  | ChatInputCommandInteraction
  | MessageContextMenuCommandInteraction
  | ModalSubmitInteraction;

/** What an interaction asks, and who sees the answer. */
interface Asked {
  readonly ask: Ask;
  readonly visibility: Visibility;
  /** `here`: the answer replaces the message whose button was pressed. */
  readonly opens?: 'here';
}

/** Creates the handler of interactions. Rejects with `DiscordFault` for a call that failed. */
export function createInteractionHandler(
  needs: InteractionNeeds,
): (interaction: Interaction, core: Core) => Promise<void> {
  const { commands, textCommand, sayIn } = needs;
  const { command, option, fileOption } = textCommand;
  return async (interaction, core) => {
    if (interaction.isAutocomplete()) return offer(interaction, core.suggest);
    const accept = (asking: Asking, asked: Asked | undefined) =>
      acceptAsked({ ...needs, ...core }, asking, asked);
    if (interaction.isButton()) return accept(interaction, press(interaction));
    if (interaction.isModalSubmit()) {
      const sent = readForm(interaction, textCommand, commands);
      return accept(interaction, sent && use(command, sent));
    }
    if (interaction.isMessageContextMenuCommand()) {
      const { targetMessage } = interaction;
      const file = filesOf(targetMessage);
      const values = { [option]: textOf(targetMessage), ...(file && { [fileOption]: file }) };
      return accept(interaction, use(command, values));
    }
    if (!interaction.isChatInputCommand()) return;
    const { commandName: name, locale } = interaction;
    const values = valuesOf(interaction.options.data);
    if (!asksForForm(name, values, textCommand)) return accept(interaction, use(name, values));
    await interaction.showModal(formFor(textCommand, values, sayIn(locale)));
  };
}

type Values = Readonly<Record<string, string | boolean | FileReference>>;

function valuesOf(options: readonly CommandInteractionOption[]): Values {
  const values = options.map(
    ({ name, value, attachment }) => [name, attachment ? fileOf(attachment) : value] as const,
  );
  return Object.fromEntries(values) as Values;
}

/** What a command is used for; the adapter's own option says who sees the answer. */
function use(name: string, { [PUBLIC_OPTION]: shared, ...values }: Values): Asked {
  const ask = { kind: 'command', name, options: { kind: 'values', values } } as const;
  return { ask, visibility: shared === true ? 'shared' : 'private' };
}

/** A press by another person than the button's owner leaves the reply unchanged: its answer is a new reply. */
function press({ customId, component, user, message, context }: ButtonInteraction): Asked | undefined {
  const pressed = readCustomId(customId);
  // A client can make up the id: the answer to a button of another message would replace this one.
  if (pressed === undefined || component === null) return undefined;
  const isOwn = pressed.owner === user.id;
  const isPublic = context !== InteractionContextType.BotDM && !message.flags.has(MessageFlags.Ephemeral);
  return {
    ask: { kind: 'press', token: pressed.token },
    visibility: isOwn && (pressed.shares || isPublic) ? 'shared' : 'private',
    ...(isOwn && pressed.isHere && { opens: 'here' as const }),
  };
}

/** Acknowledges first, since Discord waits only 3 s. What could not be acknowledged is not accepted, so nothing is paid. */
async function acceptAsked(
  needs: InteractionNeeds & Core,
  interaction: Asking,
  asked: Asked | undefined,
): Promise<void> {
  const { clock, onLocale, open, receive } = needs;
  const { id, applicationId: application, token, user, channelId, context, locale } = interaction;
  if (asked === undefined || !(await acknowledge(interaction, asked, needs.report))) return;
  onLocale(user.id, locale);
  const shared = asked.visibility === 'shared';
  const target: InteractionTarget = {
    ...{ kind: PLATFORM, application, token, since: clock.now(), opens: asked.opens ?? 'new' },
    ...{ channel: channelId ?? '', direct: context === InteractionContextType.BotDM },
    ...{ user: user.id, locale, shared },
  };
  const { ask, visibility } = asked;
  const request: Request = {
    ...{ id: `${PLATFORM}:interaction:${id}`, ask, ...personOf(interaction), visibility, target },
  };
  await receive(request, open(target));
}

/** Resolves with false if another process has acknowledged it: with its own store, both would pay. */
async function acknowledge(
  interaction: Asking,
  { visibility, opens }: Asked,
  report: Report,
): Promise<boolean> {
  const send = (): Promise<unknown> =>
    opens === 'here' && interaction.isButton()
      ? interaction.deferUpdate()
      : interaction.deferReply(visibility === 'private' ? { flags: MessageFlags.Ephemeral } : {});
  const attempt = (): Promise<DiscordFault | undefined> => send().then(() => undefined, faultOf);
  const first = await attempt();
  const isAgain = isOneOf(first, 'unreachable');
  const fault = isAgain ? await attempt() : first;
  const isTaken = isOneOf(fault, 'already-acknowledged');
  // After a lost answer, the earlier attempt was ours.
  if (fault === undefined || (isTaken && isAgain)) return true;
  report(isTaken ? 'acknowledged-elsewhere' : fault.code, { reason: fault.message });
  return false;
}

async function offer(interaction: AutocompleteInteraction, suggest: Suggest): Promise<void> {
  const visibility = interaction.options.getBoolean(PUBLIC_OPTION) === true ? 'shared' : 'private';
  const known = await suggest(interaction.options.getFocused(), { ...personOf(interaction), visibility });
  const choices = known.slice(0, MAX_CHOICES).map(({ label, value }) => ({
    name: fitLine(visibleLine(label), MAX_CHOICE_LENGTH, (line) => line) || '…',
    value: visibleLine(value.slice(0, MAX_CHOICE_LENGTH)) || '…',
  }));
  // The next key press asks again.
  await interaction.respond(choices).catch(() => undefined);
}

function personOf(interaction: BaseInteraction): Pick<Request, 'requester' | 'scopes' | 'locale'> {
  const { guildId, channelId, channel, member, user, locale } = interaction;
  const parent = channel !== null && 'parentId' in channel ? channel.parentId : null;
  const scopes = scopesOf({ guild: [guildId], channel: [channelId, parent], role: rolesOf(member) });
  return { requester: `${PLATFORM}:user:${user.id}`, scopes, locale };
}

/** The ids of a person's roles; the library does not build a member of a server that the bot is not on. */
export function rolesOf(member: GuildMember | APIInteractionGuildMember | null): readonly string[] {
  if (!(member instanceof GuildMember)) return member?.roles ?? [];
  // Everyone has the role of the server itself.
  return [...member.roles.cache.keys()].filter((id) => id !== member.guild.id);
}

/** What a person counts as in `ALLOWED` and `ADMINS`: the server, the channel with its parent, and the roles. */
export function scopesOf(ids: Readonly<Record<string, readonly (string | null)[]>>): Principal[] {
  return Object.entries(ids)
    .flatMap(([kind, all]) => all.map((id) => `${PLATFORM}:${kind}:${id ?? ''}`))
    .filter(isPrincipal);
}
