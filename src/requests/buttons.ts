import type { Principal } from '../core/adapter.ts';
import { type Deferred, deferred, within } from '../core/async/promises.ts';
import { type Clock, HOUR_MS } from '../core/clock.ts';
import { parseJson } from '../core/errors.ts';
import type { Action, ButtonEffect, Reply, ShownReply } from '../core/reply.ts';
import type { MessageTable } from '../store/schema/message.ts';
import type { Seal } from '../store/seal/seal.ts';

/** How long after it was shown a button can be pressed; its action may contain IMEIs. */
export const BUTTONS_KEPT_MS = 48 * HOUR_MS;
/** How long a press waits for the platform to say where the reply is shown. */
const SHOWN_WITHIN_MS = 2_000;
/** Base64url, 132 bits: the beginning of the tokens of all buttons of a reply. */
const GROUP_LENGTH = 22;

/** The request and the person a reply belongs to. */
interface ButtonsOf {
  readonly requestId: string;
  readonly requester: Principal;
}

/** The buttons of a reply, as they are stored. */
interface Row extends ButtonsOf {
  /** The message with the buttons; undefined if the platform does not name messages. */
  readonly at?: string;
  /** What each button does, by the id of its action. */
  readonly effects: Readonly<Record<string, ButtonEffect>>;
}

/** The meaning of a pressed button. */
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
  /** The message it was pressed in; undefined if the platform does not say. */
  readonly on?: string | undefined;
}

/**
 * Stores the actions of buttons, so that a press works after a restart. A press counts only from the person who got the
 * buttons, and in the message that has them.
 */
export interface Buttons {
  /** Turns a command's actions into buttons with tokens. They can be pressed once `shown` was called. */
  offer(reply: Reply, from: ButtonsOf): ShownReply;
  /**
   * The reply is shown, in a message of this name if the platform names messages. Starts to write the buttons' actions; they are
   * written before all later writes.
   */
  shown(from: ButtonsOf, at: string | undefined): void;
  /** No further state of this request will be shown. */
  over(from: ButtonsOf): void;
  /** Resolves with the effect of a press, or with the reason why it has none. */
  press(press: Press): Promise<Pressed>;
  /** Removes the buttons of this person. */
  forget(requester: Principal): Promise<void>;
}

/** The buttons of a request whose reply is still being shown or written. */
interface Live {
  row: Row;
  /** The row written last: most states do not change it. */
  written: string;
  /** Resolves once they are shown for the first time, or never will be. */
  readonly firstShown: Deferred<void>;
  isShown: boolean;
  isOver: boolean;
  writing: Promise<void>;
}

const NEW = { written: '', isShown: false, isOver: false, writing: Promise.resolve() };

/** @param onError called if actions could not be written; the reply is still shown, but its buttons will not work later */
export function createButtons(
  table: MessageTable,
  seal: Pick<Seal, 'hash'>,
  clock: Clock,
  onError: (error: unknown) => void,
): Buttons {
  const live = new Map<string, Live>();
  const groupOf = ({ requestId, requester }: ButtonsOf): string =>
    seal.hash(`buttons in ${requestId} for ${requester}`).slice(0, GROUP_LENGTH);
  const write = (group: string, one: Live): void => {
    const body = JSON.stringify(one.row);
    if (body === one.written) return;
    one.written = body;
    const options = { keptMs: BUTTONS_KEPT_MS, person: one.row.requester };
    one.writing = table.upsert(group, body, options).catch(onError);
  };
  const rowOf = async (group: string): Promise<Row | undefined> => {
    const one = live.get(group);
    if (one !== undefined && !one.isShown)
      await within(
        { ms: SHOWN_WITHIN_MS, late: () => undefined, clock },
        () => one.firstShown.promise,
      );
    if (one?.isShown) return one.row;
    const text = await table.get(group);
    // The row is sealed and only this file writes it, so its form is known.
    return text === undefined ? undefined : (parseJson(text) as Row | undefined);
  };
  return {
    offer: (reply, from) => {
      const group = groupOf(from);
      if (reply.actions.length > 0) {
        const effects = Object.fromEntries(reply.actions.map(({ id, effect }) => [id, effect]));
        const before = live.get(group);
        if (before !== undefined)
          Object.assign(before, { row: { ...before.row, effects }, isOver: false });
        else live.set(group, { ...NEW, row: { ...from, effects }, firstShown: deferred() });
      }
      return { ...reply, actions: reply.actions.map((action) => buttonOf(group, action)) };
    },
    shown: (from, at) => {
      const group = groupOf(from);
      const one = live.get(group);
      if (one === undefined) return;
      if (at !== undefined) one.row = { ...one.row, at };
      one.isShown = true;
      one.firstShown.resolve();
      write(group, one);
    },
    over: (from) => {
      const group = groupOf(from);
      const one = live.get(group);
      if (one === undefined) return;
      one.isOver = true;
      one.firstShown.resolve();
      // A user may press while they are being written.
      void one.writing.then(() => {
        if (one.isOver && live.get(group) === one) live.delete(group);
      });
    },
    press: async ({ token, requester, on }) => {
      const dot = token.lastIndexOf('.');
      const [group, id] = [token.slice(0, dot), token.slice(dot + 1)];
      const row = await rowOf(group);
      if (row === undefined) return { kind: 'gone' };
      if (row.requester !== requester) return { kind: 'not-yours' };
      // Pressed in another message: the press is forged, and its answer would replace another reply.
      if (row.at !== undefined && row.at !== on) return { kind: 'gone' };
      const effect = Object.hasOwn(row.effects, id) ? row.effects[id] : undefined;
      return effect === undefined
        ? { kind: 'gone' }
        : { kind: 'effect', effect, requestId: row.requestId };
    },
    forget: async (requester) => {
      for (const [group, { row }] of live) if (row.requester === requester) live.delete(group);
      // Statements run in order, so a row that is being written is removed as well.
      await table.forget(requester);
    },
  };
}

function buttonOf(
  group: string,
  { id, label, style, opens, effect, ifUnsent }: Action,
): ShownReply['actions'][number] {
  const visibility = effect.kind === 'invoke' ? effect.visibility : undefined;
  return {
    label,
    opens,
    token: `${group}.${id}`,
    ...(style !== undefined && { style }),
    ...(ifUnsent === true && { ifUnsent }),
    ...(visibility === 'shared' && { shares: true }),
    ...(visibility === 'private' && { ephemeral: true }),
  };
}
