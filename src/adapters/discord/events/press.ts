import { type ButtonInteraction, InteractionContextType, MessageFlags } from 'discord.js';
import { readCustomId } from '../target.ts';
import type { AcceptedInput } from './accepted-input.ts';

/**
 * A press by another person than the asker leaves the reply unchanged: its answer is a new
 * reply. So does the press of a button that an earlier version has made, or that a client has made
 * up: without a token, the answer is that the button no longer works.
 */
export function pressInput({
  customId,
  component,
  user,
  message,
  context,
}: ButtonInteraction): AcceptedInput {
  const pressed = component === null ? undefined : readCustomId(customId);
  if (pressed === undefined) {
    return { input: { kind: 'press', token: '' }, visibility: 'private', isInPlace: false };
  }
  const { opens, asker, token } = pressed;
  const isOwn = asker === user.id;
  const isPublic =
    context !== InteractionContextType.BotDM && !message.flags.has(MessageFlags.Ephemeral);
  const isShared = isOwn && (opens === 'shared' || (isPublic && opens !== 'private'));
  return {
    input: { kind: 'press', token },
    visibility: isShared ? 'shared' : 'private',
    isInPlace: isOwn && opens === 'here',
  };
}
