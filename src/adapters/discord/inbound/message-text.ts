import type { APIEmbed, APIMessage } from 'discord.js';

/** Most characters used: a message has 4,000 and 6,000 in embeds, and forwarded ones add more. */
const MAX_LENGTH = 20_000;

type Written = Pick<APIMessage, 'content' | 'embeds'>;

/** All text of a message, one part a line: its content, its embeds, its forwarded messages. */
export function textOfMessage(message: Written & Pick<APIMessage, 'message_snapshots'>): string {
  const forwarded = (message.message_snapshots ?? []).map((snapshot) => snapshot.message);
  return [message, ...forwarded].flatMap(textsOf).join('\n').slice(0, MAX_LENGTH);
}

function textsOf({ content = '', embeds = [] }: Partial<Written>): string[] {
  return [content, ...embeds.flatMap(textsOfEmbed)].filter((text) => text !== '');
}

function textsOfEmbed({ author, title = '', description = '', fields = [], footer }: APIEmbed): string[] {
  const inFields = fields.flatMap(({ name, value }) => [name, value]);
  return [author?.name ?? '', title, description, ...inFields, footer?.text ?? ''];
}
