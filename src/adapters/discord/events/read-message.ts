import type { APIMessage, Message } from 'discord.js';
import type { PlainMessage, RepliedMessage } from '../../reading/plain-message.ts';
import {
  askedTextOf,
  buttonTokensOf,
  messageText,
  sentFileIn,
  withoutIds,
  writtenText,
} from './message-contents.ts';

/** Reads a message. A mention of everyone or of a role is not for the bot. */
export function toPlainMessage(message: Message, repliedTo: APIMessage | undefined): PlainMessage {
  const { client, content, channel, mentions, reference } = message;
  const me = client.user.id;
  // A reply also counts as a mention of the bot, but its text does not have the name.
  const isMentioned = mentions.users.has(me);
  const isNamed = new RegExp(`<@!?${me}>`).test(content);
  const mentionedBy = isNamed ? 'name' : 'reply';
  return {
    words: withoutIds(writtenText(message)),
    file: sentFileIn(message),
    isShared: !channel.isDMBased(),
    addressedBy: isMentioned ? mentionedBy : undefined,
    repliedTo: reference === null ? undefined : toRepliedMessage(repliedTo, me),
  };
}

/** @param message undefined if Discord did not send it along */
function toRepliedMessage(message: APIMessage | undefined, me: string): RepliedMessage {
  if (message === undefined) {
    return { isOurs: false, isUnreadable: false, words: '', file: undefined, tokens: [] };
  }
  const isOurs = message.author.id === me;
  const file = sentFileIn(message);
  return {
    isOurs,
    isUnreadable: !isOurs && messageText(message) === '' && file === undefined,
    words: askedTextOf(message, me),
    file,
    tokens: isOurs ? buttonTokensOf(message) : [],
  };
}
