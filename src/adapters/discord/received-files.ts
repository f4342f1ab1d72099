import { type FileLimits, FileUnreadable, refuseTooLarge } from '../../core/adapter/file-access.ts';
import type { FileReference } from '../../core/command/command-options.ts';
import { download } from '../download.ts';
import type { DiscordOptions } from './api/client.ts';
import { USER_AGENT_HEADER } from './api/user-agent.ts';

/** Discord's hosts for attachments: its documentation, "Signed Attachment CDN URLs". */
const ATTACHMENT_ORIGINS: readonly string[] = [
  'https://cdn.discordapp.com',
  'https://media.discordapp.net',
];

/**
 * Downloads an attachment from its signed URL, without the bot's token. The URL is valid for about
 * a day, and must have one of these origins.
 */
export async function downloadAttachment(
  file: FileReference,
  limits: FileLimits,
  {
    attachmentOrigins = ATTACHMENT_ORIGINS,
    proxy,
  }: Pick<DiscordOptions, 'attachmentOrigins' | 'proxy'>,
): Promise<Uint8Array> {
  refuseTooLarge(file, limits);
  const { location } = file;
  if (!URL.canParse(location) || !attachmentOrigins.includes(new URL(location).origin)) {
    throw new FileUnreadable('failed', 'the attachment is not at Discord');
  }
  return download(new URL(location), { limits, proxy, headers: USER_AGENT_HEADER });
}
