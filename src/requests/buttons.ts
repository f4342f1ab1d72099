import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import type { Action, Deed, Reply, ShownReply } from '../core/reply.ts';
import type { Principal } from '../core/requester.ts';
import type { Rows } from '../store/store.ts';

/** A button can be pressed this long after it was shown. */
const KEPT_MS = 30 * 86_400_000;

const rowSchema = z.object({
  requestId: z.string(),
  requester: z.string(),
  deeds: z.record(
    z.string(),
    z.custom<Deed>((deed) => typeof deed === 'object' && deed !== null),
  ),
});

/** What a pressed button stands for. */
export type Pressed =
  | { readonly kind: 'deed'; readonly deed: Deed; readonly requestId: string }
  | { readonly kind: 'not-yours' }
  | { readonly kind: 'gone' };

/** Keeps what the buttons of the replies do, so that a press works after a restart and for its person only. */
export interface Buttons {
  /**
   * Turns a command's actions into buttons with tokens. What they do is being written down when this returns: the store
   * keeps the order of its writes, so that it stands there before the request is struck out.
   */
  offer(reply: Reply, from: { readonly requestId: string; readonly requester: Principal }): ShownReply;
  press(token: string, requester: Principal): Promise<Pressed>;
  /** Takes the deeds of this person's buttons away. */
  forget(requester: Principal): Promise<void>;
}

/** @param onError told when deeds could not be written: the reply is shown all the same, its buttons will be gone */
export function createButtons(rows: Rows, clock: Clock, onError: (error: unknown) => void): Buttons {
  /** The last deeds written for a request that is still being shown: most states bring the same ones. */
  const written = new Map<string, string>();
  /** Those on their way to the store: a quick finger is not to find them missing. */
  const underWay = new Map<string, { readonly text: string; readonly kept: Promise<void> }>();
  const keep = async (group: string, text: string): Promise<void> => {
    if (written.get(group) === text) return;
    rememberLatest(written, group, text);
    const kept = rows.put(group, text, { expiresAt: clock.now() + KEPT_MS }).catch(onError);
    underWay.set(group, { text, kept });
    await kept;
    if (underWay.get(group)?.kept === kept) underWay.delete(group);
  };
  return {
    offer: (reply, from) => {
      const group = groupOf(from.requestId);
      if (reply.actions.length > 0) {
        const deeds = Object.fromEntries(reply.actions.map((action) => [action.id, action.deed]));
        void keep(group, JSON.stringify({ ...from, deeds }));
      }
      return { ...reply, actions: reply.actions.map((action) => buttonOf(group, action)) };
    },
    forget: async (requester) => {
      // What is not there yet would not be found, and stay.
      await Promise.all(Array.from(underWay.values(), ({ kept }) => kept));
      for (const [group, text] of await rows.entries()) {
        if (rowSchema.parse(JSON.parse(text)).requester === requester) await rows.delete(group);
      }
      written.clear();
    },
    press: async (token, requester) => {
      const dot = token.lastIndexOf('.');
      const group = token.slice(0, dot);
      const text = dot < 0 ? undefined : (underWay.get(group)?.text ?? (await rows.get(group)));
      if (text === undefined) return { kind: 'gone' };
      const row = rowSchema.parse(JSON.parse(text));
      if (row.requester !== requester) return { kind: 'not-yours' };
      const deed = row.deeds[token.slice(dot + 1)];
      return deed === undefined ? { kind: 'gone' } : { kind: 'deed', deed, requestId: row.requestId };
    },
  };
}

function buttonOf(group: string, { id, label, style, opens, deed }: Action): ShownReply['actions'][number] {
  return {
    label,
    opens,
    token: `${group}.${id}`,
    ...(style !== undefined && { style }),
    ...(deed.kind === 'invoke' && deed.visibility === 'shared' && { shares: true }),
  };
}

/** 22 characters that stand for a request: its id may be longer than a platform's button can carry. */
function groupOf(requestId: string): string {
  return createHash('sha256').update(requestId).digest('base64url').slice(0, 22);
}

const REMEMBERED = 1_000;

function rememberLatest(written: Map<string, string>, group: string, text: string): void {
  written.delete(group);
  written.set(group, text);
  const oldest = written.keys().next();
  if (written.size > REMEMBERED && !oldest.done) written.delete(oldest.value);
}
