import type { APIEmbed, APIMessage } from 'discord.js';

/** A message has 4,000 characters at most and 6,000 in embeds; forwarded ones come on top. */
const MAX_LENGTH = 20_000;

type Written = Pick<APIMessage, 'content' | 'embeds'>;

/** Everything a message says in words, a part a line: its text, its embeds, what it forwards. */
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
