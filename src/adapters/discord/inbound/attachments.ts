import { type Adapter, FileUnreadable } from '../../../core/adapter.ts';
import type { Clock } from '../../../core/clock.ts';
import type { OutboundProxy } from '../../../core/network.ts';
import { download } from '../../download.ts';

/** Discord's hosts for attachments. Source: its documentation, "Reference", "Signed Attachment CDN URLs". */
export const ATTACHMENT_ORIGINS: readonly string[] = [
  'https://cdn.discordapp.com',
  'https://media.discordapp.net',
];

/** What {@link createReadAttachment} works with. */
export interface AttachmentNeeds {
  readonly clock: Clock;
  readonly proxy?: OutboundProxy | undefined;
}

/**
 * Downloads attachments from their signed addresses, without the bot's token. Other origins are refused, whoever gave the
 * address. A signed address is valid for about a day.
 */
export function createReadAttachment(
  origins: readonly string[],
  needs: AttachmentNeeds,
): Adapter['readFile'] {
  return async ({ location }, limits) => {
    if (!URL.canParse(location)) throw new FileUnreadable('failed', 'the attachment has no address');
    const url = new URL(location);
    if (!origins.includes(url.origin)) throw new FileUnreadable('failed', 'the attachment is not at Discord');
    return download(url, limits, needs);
  };
}
