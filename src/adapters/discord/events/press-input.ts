import { type ButtonInteraction, InteractionContextType, MessageFlags } from 'discord.js';
import { readButtonData } from '../button-data.ts';
import type { AcceptedInput } from './accepted-input.ts';

/** No button has this token, so the reply is that the button no longer works. */
const UNKNOWN_BUTTON: AcceptedInput = {
  input: { kind: 'press', token: '' },
  visibility: 'private',
  isInPlace: false,
};

/**
 * Reads the pressed button, and where its reply goes. Only the asker’s press may change the reply;
 * anybody else gets a whisper. A button of another version, or a forged one, is unknown.
 */
export function pressInput({
  customId,
  component,
  user,
  message,
  context,
}: ButtonInteraction): AcceptedInput {
  const isInMessage = component !== null;
  const pressed = isInMessage ? readButtonData(customId) : undefined;
  if (pressed === undefined) return UNKNOWN_BUTTON;
  const { opens, asker, token } = pressed;
  const isByAsker = asker === user.id;
  const isMessagePublic =
    context !== InteractionContextType.BotDM && !message.flags.has(MessageFlags.Ephemeral);
  const isReplyShared =
    isByAsker && (opens === 'shared' || (isMessagePublic && opens !== 'private'));
  return {
    input: { kind: 'press', token },
    visibility: isReplyShared ? 'shared' : 'private',
    isInPlace: isByAsker && opens === 'here',
  };
}
