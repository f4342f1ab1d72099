import { type Adapter, FileUnreadable } from '../../core/adapter.ts';
import type { OutboundProxy } from '../../core/network.ts';
import type { ReplyFile, ShownReply } from '../../core/reply.ts';
import type { Say } from '../../format/words/say.ts';
import { download } from '../http.ts';
import { visibleText } from '../shown-reply.ts';

/** Discord's hosts for attachments: its documentation, "Signed Attachment CDN URLs". */
const ATTACHMENT_ORIGINS: readonly string[] = ['https://cdn.discordapp.com', 'https://media.discordapp.net'];
/**
 * Downloads attachments from their signed addresses, which are valid for about a day, without the bot's token. Other origins
 * are refused.
 */
export function createReadFile({
  attachmentOrigins: origins = ATTACHMENT_ORIGINS,
  proxy,
}: {
  readonly attachmentOrigins?: readonly string[] | undefined;
  readonly proxy?: OutboundProxy | undefined;
}): Adapter['readFile'] {
  return async ({ location }, limits) => {
    if (!URL.canParse(location) || !origins.includes(new URL(location).origin))
      throw new FileUnreadable('failed', 'the attachment is not at Discord');
    return download(new URL(location), limits, proxy);
  };
}

/** A file with a whole reply as plain text, without its buttons. */
export function wholeFile({ title, summary, sections, note }: ShownReply, say: Say): ReplyFile {
  const lines = [
    title,
    ...(summary === undefined ? [] : ['', summary]),
    ...sections.flatMap(({ heading, fields, lines: more = [] }) => [
      '',
      ...(heading === undefined ? [] : [heading]),
      ...fields.map(({ label, value }) => `${say('discord.label', { label })} ${value}`),
      ...more,
    ]),
    ...(note === undefined ? [] : ['', note]),
  ];
  return {
    name: say('discord.wholeFileName'),
    contentType: 'text/plain; charset=utf-8',
    data: Buffer.from(`${visibleText(lines.join('\n'))}\n`),
  };
}
