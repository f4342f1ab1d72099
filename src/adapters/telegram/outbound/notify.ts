import type { ShownReply } from '../../../core/reply.ts';
import type { Principal } from '../../../core/requester.ts';
import type { Say } from '../../../format/words/say.ts';
import { faultOf } from '../errors.ts';
import type { Incidents } from '../incidents.ts';
import { PLATFORM, type Target, UNKNOWN_LOCALE, userOf } from '../target.ts';
import type { Messages } from './messages/messages.ts';
import { renderReply } from './render.ts';

/** What {@link notify} works with. */
export interface NotifyNeeds {
  readonly messages: Messages;
  readonly incidents: Incidents;
  readonly sayIn: (locale: string) => Say;
}

/** Sends an admin an unsolicited message in the default language. Resolves with whether it was sent. */
export async function notify(
  { messages, incidents, sayIn }: NotifyNeeds,
  admin: Principal,
  reply: ShownReply,
): Promise<boolean> {
  const user = userOf(admin);
  if (user === undefined) return false;
  const target: Target = {
    kind: PLATFORM,
    where: 'chat',
    chat: user,
    group: false,
    user,
    locale: UNKNOWN_LOCALE,
  };
  try {
    await messages.put(target, renderReply(reply, { say: sayIn(UNKNOWN_LOCALE), files: false }), {
      last: true,
    });
    return true;
  } catch (error) {
    const { kind, message: said } = faultOf(error);
    if (kind !== 'unreachable')
      incidents.tell(`notify:${user}`, 'An admin could not be told something in Telegram', { admin, said });
    return false;
  }
}
