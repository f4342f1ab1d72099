import type { Adapter } from '../../../core/adapter.ts';
import type { Clock } from '../../../core/clock.ts';
import { FileUnreadable } from '../../../core/file-unreadable.ts';
import { download } from '../../download.ts';

/** Where Discord keeps what people attach. Source: its documentation, "Reference", "Signed Attachment CDN URLs". */
export const ATTACHMENT_ORIGINS: readonly string[] = [
  'https://cdn.discordapp.com',
  'https://media.discordapp.net',
];

/**
 * Reads what people attached, by its signed address and without the token of the bot. An address anywhere else is
 * not asked, whoever wrote it; a signed one is good for about a day.
 */
export function createReadAttachment(origins: readonly string[], clock: Clock): Adapter['readFile'] {
  return async ({ location }, limits) => {
    if (!URL.canParse(location)) throw new FileUnreadable('failed', 'the attachment has no address');
    const url = new URL(location);
    if (!origins.includes(url.origin)) throw new FileUnreadable('failed', 'the attachment is not at Discord');
    return download(url, limits, clock);
  };
}
