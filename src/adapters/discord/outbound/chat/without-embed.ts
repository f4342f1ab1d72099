import type { MessagePayload } from '../render.ts';

/** Discord's limit for the content of a message. */
const MAX_CONTENT = 2_000;

/** The same message with its embed as text, cut where it is too long, for channels in which the bot may not send embeds. */
export function withoutEmbed({ body, files }: MessagePayload): MessagePayload {
  const texts = (body.embeds ?? []).flatMap(({ title, description, footer }) => [
    title === undefined ? '' : `**${title}**`,
    description ?? '',
    footer?.text ?? '',
  ]);
  const content = [body.content ?? '', ...texts].filter((text) => text !== '').join('\n');
  const fitting = content.length > MAX_CONTENT ? `${content.slice(0, MAX_CONTENT - 1)}…` : content;
  return { body: { ...body, content: fitting, embeds: [] }, files };
}
