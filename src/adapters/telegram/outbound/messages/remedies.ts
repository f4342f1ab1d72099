import { faultOf, type TelegramFault } from '../../errors.ts';
import type { Incidents } from '../../incidents.ts';
import { type ChatTarget, shownAt, type Target } from '../../target.ts';
import { escapeHtml } from '../lines.ts';
import type { RenderedReply } from '../render.ts';
import { type Attempt, putOnce, type WritingNeeds } from './write.ts';

/** Most alternative forms of a call tried after refusals. */
const MOST_REMEDIES = 4;

/** What {@link putSomehow} works with. */
export interface RemedyNeeds extends WritingNeeds {
  readonly incidents: Incidents;
}

/** Tries other forms of the call if Telegram says what is wrong with the first. */
export async function putSomehow(needs: RemedyNeeds, first: Attempt): Promise<Target> {
  let attempt = first;
  for (let remedies = 0; ; remedies += 1) {
    try {
      return await putOnce(needs, attempt);
    } catch (error) {
      if (error === attempt.signal?.reason) throw error;
      const fault = faultOf(error);
      const settled = await settledAfter(needs, fault, attempt);
      if (settled !== undefined) return settled;
      const remedy = remedyFor(fault, attempt, needs.incidents);
      if (remedy === undefined || remedies === MOST_REMEDIES) throw fault;
      attempt = { ...attempt, ...remedy };
    }
  }
}

/** Where the reply stands all the same; undefined if it does not. */
async function settledAfter(
  needs: RemedyNeeds,
  { kind }: TelegramFault,
  { target, last }: Attempt,
): Promise<Target | undefined> {
  if (kind === 'not-modified') return shownAt(target);
  if (kind === 'lost' && isNew(target)) return inDoubt(needs, target, last);
  return undefined;
}

function isNew(target: Target): target is ChatTarget {
  return target.where === 'chat' && (target.message === undefined || target.joined === true);
}

function remedyFor(
  { kind, message, migratedTo }: TelegramFault,
  { target, rendered }: Attempt,
  incidents: Incidents,
): Pick<Attempt, 'target' | 'rendered'> | undefined {
  if (kind === 'entities' && rendered.html !== rendered.plain) {
    incidents.tell(
      'entities',
      'Telegram did not understand the formatting of a reply; it was sent as plain text. Please report this as a fault of the bot',
      { said: message },
    );
    return { target, rendered: { ...rendered, html: rendered.plain } };
  }
  if (target.where !== 'chat') return undefined;
  const { message: stands, replyTo, thread, pressed: _, ...rest } = target;
  const answering = replyTo === undefined ? {} : { replyTo };
  if (kind === 'gone' && stands !== undefined)
    return { target: { ...rest, ...answering, ...(thread !== undefined && { thread }) }, rendered };
  if (kind === 'no-topic' && thread !== undefined) return { target: rest, rendered };
  if (kind === 'migrated' && migratedTo !== undefined && migratedTo !== target.chat) {
    incidents.tell(
      `migrated:${target.chat}`,
      'A group has become a supergroup and has a new id; answers follow it. Where the old id stands in ALLOWED or ADMINS, write the new one',
      { from: target.chat, to: migratedTo },
    );
    // Message and topic ids stay the same when a group migrates.
    return { target: { ...rest, chat: migratedTo }, rendered };
  }
  return undefined;
}

/**
 * Whether the message arrived is unknown. An intermediate state may be lost. Repeating the answer might show it twice, not
 * repeating might lose it; so the person is told and can see which it is.
 */
async function inDoubt(needs: RemedyNeeds, target: ChatTarget, last: boolean): Promise<Target> {
  const doubtful: Target = { ...target, inDoubt: true };
  if (!last) return doubtful;
  needs.incidents.tell(
    'in-doubt',
    'The connection to Telegram broke while an answer was sent. It is not sent again, since it may have arrived; the person was told to ask again if it has not',
  );
  // If this also fails, Telegram is most likely unreachable and has neither message; the request stays open.
  await putOnce(needs, {
    target,
    last,
    rendered: sentence(needs.sayIn(target.locale)('telegram.maybeNotArrived')),
  });
  return doubtful;
}

/** A reply of one sentence. */
export function sentence(text: string, keyboard: RenderedReply['keyboard'] = []): RenderedReply {
  return { html: escapeHtml(text), plain: text, keyboard, files: [] };
}
