import type {
  APIApplicationCommandAutocompleteInteraction,
  APIApplicationCommandInteraction,
  APIChatInputApplicationCommandInteraction,
  APIInteraction,
  APIMessageApplicationCommandInteraction,
  APIMessageComponentInteraction,
  APIModalSubmitInteraction,
} from 'discord-api-types/v10';
import type { Ask, Typist } from '../../../core/adapter.ts';
import type { Now } from '../../../core/clock.ts';
import type { Command } from '../../../core/command.ts';
import type { FileReference } from '../../../core/options.ts';
import type { Visibility } from '../../../core/reply.ts';
import { readCustomId } from '../button-data.ts';
import { type ContextCommand, PUBLIC_OPTION } from '../menu/commands.ts';
import { asksForPaste, type Pasted, readPaste } from '../menu/paste.ts';
import type { Acknowledgement, Callback } from '../outbound/callbacks.ts';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  InteractionContextType,
  InteractionType,
  MessageFlags,
} from '../sdk.ts';
import { type AskedByInteraction, callbackOf, personOf, requestOf, userOf } from './asked.ts';
import { attachmentOf, filesOfMessage, textOfMessage } from './message-content.ts';

/** The meaning of an interaction. */
export type Incoming =
  | ({ readonly kind: 'request' } & AskedByInteraction)
  | { readonly kind: 'typing'; readonly callback: Callback; readonly text: string; readonly typist: Typist }
  | {
      /** A command without anything to check, for which a form is opened. */
      readonly kind: 'form';
      readonly callback: Callback;
      readonly pasted: Pasted;
      readonly given: Readonly<Record<string, unknown>>;
      readonly locale: string;
    }
  | { readonly kind: 'nothing' };

/** What the meaning of an interaction depends on. */
export interface InteractionContext {
  readonly now: Now;
  /** The entry in a message's menu. */
  readonly contextCommand: ContextCommand | undefined;
  readonly commands: readonly Command[];
}

/** Converts an interaction to the core's form, with the way to acknowledge it. */
export function readInteraction(interaction: APIInteraction, context: InteractionContext): Incoming {
  switch (interaction.type) {
    case InteractionType.ApplicationCommand:
      return readCommand(interaction, context);
    case InteractionType.ApplicationCommandAutocomplete:
      return readTyping(interaction);
    case InteractionType.MessageComponent:
      return readPress(interaction, context);
    case InteractionType.ModalSubmit:
      return readForm(interaction, context);
    default:
      return { kind: 'nothing' };
  }
}

function readCommand(interaction: APIApplicationCommandInteraction, context: InteractionContext): Incoming {
  const { contextCommand: pasted } = context;
  if (pasted !== undefined && isSlash(interaction)) {
    const given = valuesOf(interaction);
    if (asksForPaste(interaction.data.name, given, pasted))
      return { kind: 'form', callback: callbackOf(interaction), pasted, given, locale: interaction.locale };
  }
  const used = commandUse(interaction, pasted);
  return used === undefined ? { kind: 'nothing' } : requestOfUse(interaction, used, context);
}

function readForm(interaction: APIModalSubmitInteraction, context: InteractionContext): Incoming {
  const { contextCommand: pasted, commands } = context;
  const command = commands.find(({ name }) => name === pasted?.command);
  const values = pasted && readPaste(interaction.data, pasted, command?.options ?? []);
  if (pasted === undefined || values === undefined) return { kind: 'nothing' };
  return requestOfUse(interaction, useOf(pasted.command, values), context);
}

function requestOfUse(
  interaction: APIApplicationCommandInteraction | APIModalSubmitInteraction,
  { ask, visibility }: CommandUse,
  { now }: InteractionContext,
): Incoming {
  const acknowledgement = { kind: 'reply', ephemeral: visibility === 'private' } as const;
  return { kind: 'request', ...requestOf(interaction, { ask, visibility, acknowledgement, now }) };
}

/** What a command was used for; the adapter's own option says who sees the answer. */
function useOf(name: string, { [PUBLIC_OPTION]: shared, ...options }: Values): CommandUse {
  return { ask: commandAsk(name, options), visibility: shared === true ? 'shared' : 'private' };
}

interface CommandUse {
  readonly ask: Ask;
  readonly visibility: Visibility;
}

function commandUse(
  interaction: APIApplicationCommandInteraction,
  contextCommand: ContextCommand | undefined,
): CommandUse | undefined {
  if (isSlash(interaction)) return useOf(interaction.data.name, valuesOf(interaction));
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

type Values = Readonly<Record<string, string | boolean | FileReference>>;

function commandAsk(name: string, values: Values): Ask {
  return { kind: 'command', name, options: { kind: 'values', values } };
}

function valuesOf({
  data,
}: Pick<
  APIChatInputApplicationCommandInteraction | APIApplicationCommandAutocompleteInteraction,
  'data'
>): Values {
  const values: Record<string, Values[string]> = {};
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
    callback: callbackOf(interaction),
    text,
    typist: { ...personOf(interaction), visibility },
  };
}

/** A press by another person than the button's owner must leave the reply unchanged: its answer is a new reply. */
function readPress(interaction: APIMessageComponentInteraction, { now }: InteractionContext): Incoming {
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
  const asked = requestOf(interaction, {
    ask: { kind: 'press', token: pressed.token },
    visibility,
    acknowledgement,
    now,
  });
  return { kind: 'request', ...asked };
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
