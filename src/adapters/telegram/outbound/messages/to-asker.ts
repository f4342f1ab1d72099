import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../../../core/clock.ts';
import { type FaultKind, faultOf } from '../../errors.ts';
import { type EphemeralTarget, shownNowhere, type Target } from '../../target.ts';
import type { RenderedReply } from '../render.ts';
import { putSomehow, type RemedyNeeds } from './remedies.ts';
import type { Writing } from './write.ts';

/** Groups in which the bot was refused what an admin may; it is tried again in an hour. */
const REMEMBERED = 1_000;
/** Telegram does not let the bot answer there: the 15 seconds are over, or the message has disappeared. */
const NOT_EPHEMERAL: ReadonlySet<FaultKind> = new Set([
  'refused',
  'gone',
  'unreachable',
  'no-method',
  'no-topic',
  'migrated',
]);

/**
 * Writes in a group for the asker alone. Resolves with undefined if Telegram does not let the bot; throws `TelegramFault`.
 */
export type PutToAsker = (
  target: EphemeralTarget,
  rendered: RenderedReply,
  writing: Writing,
) => Promise<Target | undefined>;

/** Creates the writer. */
export function createToAsker(needs: RemedyNeeds): PutToAsker {
  const noAdminIn = new LRUCache<number, true>({ max: REMEMBERED, ttl: HOUR_MS });
  return async (target, rendered, writing) => {
    for (const way of waysToAsker(target)) {
      const isAsAdmin = way.behind === undefined && way.message === undefined;
      // The server may have shown that it does not know them on the way before.
      if (!needs.ephemeral.mayWork() || (isAsAdmin && noAdminIn.has(way.chat))) continue;
      const put = () => putSomehow(needs, { ...writing, rendered, target: way });
      const stands = await unlessNotEphemeral(put, writing.signal);
      if (stands !== undefined) return stands;
      if (isAsAdmin) noAdminIn.set(way.chat, true);
    }
    return undefined;
  };
}

/** The ways in which Telegram may let the bot answer: in the message there is, behind what the person did, as an admin. */
function waysToAsker(target: EphemeralTarget): readonly EphemeralTarget[] {
  const { behind, ...unasked } = shownNowhere(target);
  return [
    ...(target.message === undefined ? [] : [target]),
    ...(behind === undefined ? [] : [shownNowhere(target)]),
    unasked,
  ];
}

async function unlessNotEphemeral(
  work: () => Promise<Target>,
  signal: AbortSignal | undefined,
): Promise<Target | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error === signal?.reason) throw error;
    const fault = faultOf(error);
    if (!NOT_EPHEMERAL.has(fault.kind)) throw fault;
    return undefined;
  }
}
