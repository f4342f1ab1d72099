import { z } from 'zod';
import { type Deferred, deferred, within } from '../core/async/promises.ts';
import { type Clock, HOUR_MS } from '../core/clock.ts';
import { jsonIn } from '../core/json.ts';
import type { Action, ButtonEffect, Reply, ShownReply } from '../core/reply.ts';
import type { Principal } from '../core/requester.ts';
import type { ButtonTable } from '../store/schema/button.ts';
import type { Seal } from '../store/seal/seal.ts';

/** How long after it was shown a button can be pressed; its action may contain IMEIs. */
export const BUTTONS_KEPT_MS = 48 * HOUR_MS;
/** How long a press waits for the platform to say where the reply is shown. */
const SHOWN_WITHIN_MS = 2_000;
/** Base64url, 132 bits: the beginning of the tokens of all buttons of a reply. */
const GROUP_LENGTH = 22;
const rowSchema = z.object({
  requestId: z.string(),
  // Only this file writes these rows, from a principal.
  requester: z.custom<Principal>((text) => typeof text === 'string'),
  /** The message that holds the buttons; absent if the platform does not name messages. */
  at: z.string().optional(),
  deeds: z.record(
    z.string(),
    z.custom<ButtonEffect>((effect) => typeof effect === 'object' && effect !== null),
  ),
});
type Row = z.infer<typeof rowSchema>;

/** The request and the person a reply belongs to. */
interface ButtonsOf {
  readonly requestId: string;
  readonly requester: Principal;
}

/** What a pressed button stands for. */
export type Pressed =
  | { readonly kind: 'effect'; readonly effect: ButtonEffect; readonly requestId: string }
  | { readonly kind: 'not-yours' }
  | { readonly kind: 'gone' };

/** A press as it arrives. Untrusted: a client can send any token and any message. */
export interface Press {
  /** The token from the button. */
  readonly token: string;
  /** The person who pressed. */
  readonly requester: Principal;
  /** The message it was pressed in; undefined if the platform does not tell. */
  readonly on?: string | undefined;
}

/**
 * Stores the actions of the buttons of replies, so that a press works after a restart. A press only counts from the person
 * the buttons were shown to and in the message that holds them.
 */
export interface Buttons {
  /** Turns a command's actions into buttons with tokens. They can be pressed once `shown` was called. */
  offer(reply: Reply, from: ButtonsOf): ShownReply;
  /**
   * Records that the reply is shown, in a message of this name if the platform names messages. The buttons' actions are
   * being persisted when this returns: the store keeps the order of writes, so that they are stored before the request is
   * completed.
   */
  shown(requestId: string, at: string | undefined): void;
  /** No further state of this request will be shown. */
  over(requestId: string): void;
  /** Resolves with the effect of a press, or why it has none. */
  press(press: Press): Promise<Pressed>;
  /** Removes the buttons of this person. */
  forget(requester: Principal): Promise<void>;
}

/** What {@link createButtons} works with. */
export interface ButtonsNeeds {
  readonly table: ButtonTable;
  /** Names the buttons. */
  readonly seal: Pick<Seal, 'hash'>;
  /** Dates the expiry of buttons. */
  readonly clock: Clock;
  /** Called if actions could not be persisted; the reply is still shown, but its buttons will not work. */
  readonly onError: (error: unknown) => void;
}

/** The buttons of a request that is still being shown. */
interface Live {
  readonly from: ButtonsOf;
  deeds: Row['deeds'];
  /** The row written last: most states do not change it. */
  written: string;
  /** Resolves once they are shown for the first time, or never will be. */
  readonly firstShown: Deferred<void>;
  at: string | undefined;
  isShown: boolean;
}

/** Creates the buttons of this process. */
export function createButtons(needs: ButtonsNeeds): Buttons {
  const { table, seal, clock, onError } = needs;
  const live = new Map<string, Live>();
  /** Rows being written, since a user may press at once. */
  const underWay = new Map<string, { readonly row: Row; readonly kept: Promise<void> }>();

  const groupOf = ({ requestId, requester }: ButtonsOf): string =>
    seal.hash(`buttons in ${requestId} for ${requester}`).slice(0, GROUP_LENGTH);
  const keep = (group: string, row: Row, body: string): void => {
    const kept = table
      .put({ id: group, person: row.requester, body, expires: clock.now() + BUTTONS_KEPT_MS })
      .catch(onError)
      .then(() => {
        if (underWay.get(group)?.kept === kept) underWay.delete(group);
      });
    underWay.set(group, { row, kept });
  };
  const groups = new Map<string, string>();
  /** The row of a group if it is still in memory and was shown. */
  const heldOf = async (group: string): Promise<Row | undefined> => {
    const shown = live.get(group);
    if (shown !== undefined && !shown.isShown)
      await within({ ms: SHOWN_WITHIN_MS, late: () => undefined, clock }, () => shown.firstShown.promise);
    if (shown?.isShown) return rowOf(shown);
    return underWay.get(group)?.row;
  };
  const storedOf = async (group: string): Promise<Row | undefined> => {
    const text = await table.get(group, clock.now());
    return text === undefined ? undefined : rowSchema.safeParse(jsonIn(text)).data;
  };
  return {
    offer: (reply, from) => {
      // The same for all states of a reply; a hash each takes longer than to look it up.
      const group = groups.get(from.requestId) ?? groupOf(from);
      if (reply.actions.length > 0) {
        const deeds = Object.fromEntries(reply.actions.map((action) => [action.id, action.effect]));
        const before = live.get(group);
        if (before !== undefined) before.deeds = deeds;
        else {
          live.set(group, {
            from,
            deeds,
            written: '',
            firstShown: deferred(),
            at: undefined,
            isShown: false,
          });
          groups.set(from.requestId, group);
        }
      }
      return { ...reply, actions: reply.actions.map((action) => buttonOf(group, action)) };
    },
    shown: (requestId, at) => {
      const group = groups.get(requestId);
      const shown = group === undefined ? undefined : live.get(group);
      if (group === undefined || shown === undefined) return;
      shown.at = at;
      shown.isShown = true;
      shown.firstShown.resolve();
      const row = rowOf(shown);
      const text = JSON.stringify(row);
      if (text === shown.written) return;
      shown.written = text;
      keep(group, row, text);
    },
    over: (requestId) => {
      const group = groups.get(requestId);
      groups.delete(requestId);
      if (group === undefined) return;
      live.get(group)?.firstShown.resolve();
      live.delete(group);
    },
    press: async ({ token, requester, on }) => {
      const dot = token.lastIndexOf('.');
      const group = token.slice(0, dot);
      const row = (await heldOf(group)) ?? (await storedOf(group));
      if (row === undefined) return { kind: 'gone' };
      if (row.requester !== requester) return { kind: 'not-yours' };
      // Pressed in another message: the press is forged, and its answer would replace another reply.
      if (row.at !== undefined && row.at !== on) return { kind: 'gone' };
      const effect = Object.hasOwn(row.deeds, token.slice(dot + 1))
        ? row.deeds[token.slice(dot + 1)]
        : undefined;
      return effect === undefined ? { kind: 'gone' } : { kind: 'effect', effect, requestId: row.requestId };
    },
    forget: async (requester) => {
      for (const [group, { from }] of live) {
        if (from.requester !== requester) continue;
        live.delete(group);
        groups.delete(from.requestId);
      }
      // A row that is still being written would be missed and stay.
      await Promise.all(Array.from(underWay.values(), ({ kept }) => kept));
      await table.forget(requester);
    },
  };
}

function rowOf({ from, deeds, at }: Live): Row {
  return { ...from, deeds, ...(at !== undefined && { at }) };
}

function buttonOf(
  group: string,
  { id, label, style, opens, effect, ifUnsent }: Action,
): ShownReply['actions'][number] {
  return {
    label,
    opens,
    token: `${group}.${id}`,
    ...(style !== undefined && { style }),
    ...(ifUnsent === true && { ifUnsent }),
    ...(effect.kind === 'invoke' && effect.visibility === 'shared' && { shares: true }),
    ...(effect.kind === 'invoke' && effect.visibility === 'private' && { whispers: true }),
  };
}
