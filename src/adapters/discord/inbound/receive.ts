import type {
  APIApplicationCommandAutocompleteInteraction,
  APIApplicationCommandInteraction,
  APIChatInputApplicationCommandInteraction,
  APIInteraction,
  APIMessageApplicationCommandInteraction,
  APIMessageComponentInteraction,
} from 'discord-api-types/v10';
import type { Ask, Request, Typist } from '../../../core/adapter.ts';
import type { FileReference } from '../../../core/options.ts';
import type { Visibility } from '../../../core/reply.ts';
import { readCustomId } from '../button-data.ts';
import { type ContextCommand, PUBLIC_OPTION } from '../menu/commands.ts';
import type { Acknowledgement, Callback } from '../outbound/callbacks.ts';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  InteractionType,
  MessageFlags,
} from '../sdk.ts';
import { type InteractionTarget, PLATFORM, UNKNOWN_LOCALE } from '../target.ts';
import { attachmentOf, filesOfMessage } from './message-files.ts';
import { textOfMessage } from './message-text.ts';
import { principals } from './principals.ts';

/** The meaning of an interaction. */
export type Incoming =
  | {
      readonly kind: 'request';
      readonly callback: Callback;
      readonly acknowledgement: Acknowledgement;
      readonly request: Request;
      /** The request's target in this adapter's form. */
      readonly target: InteractionTarget;
    }
  | { readonly kind: 'typing'; readonly callback: Callback; readonly text: string; readonly typist: Typist }
  | { readonly kind: 'nothing' };

/** What the meaning of an interaction depends on. */
export interface Reading {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The entry in a message's menu. */
  readonly contextCommand: ContextCommand | undefined;
}

/** Converts an interaction to the core's form, with the way to acknowledge it. */
export function readInteraction(interaction: APIInteraction, reading: Reading): Incoming {
  switch (interaction.type) {
    case InteractionType.ApplicationCommand:
      return readCommand(interaction, reading);
    case InteractionType.ApplicationCommandAutocomplete:
      return readTyping(interaction);
    case InteractionType.MessageComponent:
      return readPress(interaction, reading);
    default:
      return { kind: 'nothing' };
  }
}

function readCommand(interaction: APIApplicationCommandInteraction, reading: Reading): Incoming {
  const used = commandUse(interaction, reading.contextCommand);
  if (used === undefined) return { kind: 'nothing' };
  const { ask, visibility } = used;
  return requestOf(interaction, {
    ask,
    visibility,
    acknowledgement: { kind: 'reply', ephemeral: visibility === 'private' },
    now: reading.now,
  });
}

interface CommandUse {
  readonly ask: Ask;
  readonly visibility: Visibility;
}

function commandUse(
  interaction: APIApplicationCommandInteraction,
  contextCommand: ContextCommand | undefined,
): CommandUse | undefined {
  if (isSlash(interaction)) {
    const values = valuesOf(interaction);
    const { [PUBLIC_OPTION]: shared, ...options } = values;
    const ask = commandAsk(interaction.data.name, options);
    return { ask, visibility: shared === true ? 'shared' : 'private' };
  }
  if (!isMessageMenu(interaction) || interaction.data.name !== contextCommand?.name) return undefined;
  const message = interaction.data.resolved.messages[interaction.data.target_id];
  if (message === undefined) return undefined;
  const files = filesOfMessage(message);
  const values = {
    [contextCommand.option]: textOfMessage(message),
    ...(files !== undefined && { [contextCommand.fileOption]: files }),
  };
  return { ask: commandAsk(contextCommand.command, values), visibility: 'private' };
}

function isSlash(
  interaction: APIApplicationCommandInteraction,
): interaction is APIChatInputApplicationCommandInteraction {
  return interaction.data.type === ApplicationCommandType.ChatInput;
}

function isMessageMenu(
  interaction: APIApplicationCommandInteraction,
): interaction is APIMessageApplicationCommandInteraction {
  return interaction.data.type === ApplicationCommandType.Message;
}

type Values = Record<string, string | boolean | FileReference>;

function commandAsk(name: string, values: Values): Ask {
  return { kind: 'command', name, options: { kind: 'values', values } };
}

function valuesOf({
  data,
}: Pick<
  APIChatInputApplicationCommandInteraction | APIApplicationCommandAutocompleteInteraction,
  'data'
>): Values {
  const values: Values = {};
  for (const option of data.options ?? []) {
    if (option.type === ApplicationCommandOptionType.Attachment) {
      const file = data.resolved?.attachments?.[option.value];
      if (file === undefined) continue;
      values[option.name] = attachmentOf(file);
    } else if ('value' in option) {
      values[option.name] = typeof option.value === 'number' ? String(option.value) : option.value;
    }
  }
  return values;
}

function readTyping(interaction: APIApplicationCommandAutocompleteInteraction): Incoming {
  const values = valuesOf(interaction);
  const focused = interaction.data.options.find((option) => 'focused' in option && option.focused === true);
  const text = focused === undefined ? undefined : values[focused.name];
  if (typeof text !== 'string') return { kind: 'nothing' };
  const visibility = values[PUBLIC_OPTION] === true ? 'shared' : 'private';
  return {
    kind: 'typing',
    callback: { id: interaction.id, token: interaction.token },
    text,
    typist: { ...personOf(interaction), visibility },
  };
}

/** A press by another person than the button's owner must leave the reply unchanged: its answer is a new reply. */
function readPress(interaction: APIMessageComponentInteraction, { now }: Reading): Incoming {
  const pressed = readCustomId(interaction.data.custom_id);
  if (pressed === undefined || !isIn(interaction.message, interaction.data.custom_id))
    return { kind: 'nothing' };
  const own = pressed.owner === userOf(interaction);
  const readByAll =
    interaction.context !== InteractionContextType.BotDM &&
    ((interaction.message.flags ?? 0) & MessageFlags.Ephemeral) === 0;
  const visibility = own && (pressed.shares || readByAll) ? 'shared' : 'private';
  const acknowledgement: Acknowledgement =
    own && pressed.opens === 'here'
      ? { kind: 'update', ephemeral: visibility === 'private' }
      : { kind: 'reply', ephemeral: visibility === 'private' };
  return requestOf(interaction, {
    ask: { kind: 'press', token: pressed.token },
    visibility,
    acknowledgement,
    now,
  });
}

/**
 * Whether the pressed message has this button. The button comes from the client, the message from Discord: the answer to a
 * button of another message would replace this one.
 */
function isIn({ components = [] }: APIMessageComponentInteraction['message'], customId: string): boolean {
  if (components.length === 0) return true;
  return components.some(
    (row) =>
      'components' in row && row.components.some((one) => 'custom_id' in one && one.custom_id === customId),
  );
}

interface Taken {
  readonly ask: Ask;
  readonly visibility: Visibility;
  readonly acknowledgement: Acknowledgement;
  readonly now: number;
}

function requestOf(
  interaction: APIApplicationCommandInteraction | APIMessageComponentInteraction,
  { ask, visibility, acknowledgement, now }: Taken,
): Incoming {
  const person = personOf(interaction);
  const target: InteractionTarget = {
    kind: PLATFORM,
    application: interaction.application_id,
    token: interaction.token,
    since: now,
    channel: interaction.channel.id,
    direct: interaction.context === InteractionContextType.BotDM,
    user: userOf(interaction),
    locale: person.locale,
    shared: !acknowledgement.ephemeral,
    opens: acknowledgement.kind === 'update' ? 'here' : 'new',
  };
  return {
    kind: 'request',
    callback: { id: interaction.id, token: interaction.token },
    acknowledgement,
    request: {
      id: `${PLATFORM}:interaction:${interaction.id}`,
      ask,
      ...person,
      visibility,
      target,
    },
    target,
  };
}

type WithPerson = Pick<APIInteraction, 'user' | 'member' | 'guild_id' | 'channel' | 'type'> & {
  readonly locale?: string;
};

function userOf({ user, member }: Pick<APIInteraction, 'user' | 'member'>): string {
  return (member?.user ?? user)?.id ?? '';
}

/** The person and the scopes: the server, the channel, a thread's parent, and the roles. */
function personOf(interaction: WithPerson): Pick<Request, 'requester' | 'scopes' | 'locale'> {
  const { guild_id: guild, channel, member, locale = UNKNOWN_LOCALE } = interaction;
  const parent = channel !== undefined && 'parent_id' in channel ? channel.parent_id : undefined;
  const scopes = [
    ...principals('guild', [guild]),
    ...principals('channel', [channel?.id, parent]),
    ...principals('role', member?.roles ?? []),
  ];
  return { requester: `${PLATFORM}:user:${userOf(interaction)}`, scopes, locale };
}
