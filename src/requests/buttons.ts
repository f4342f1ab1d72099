import { z } from 'zod';
import { type Deferred, deferred } from '../core/async/deferred.ts';
import type { Clock } from '../core/clock.ts';
import type { Action, ButtonEffect, Reply, ShownReply } from '../core/reply.ts';
import type { Principal } from '../core/requester.ts';
import type { Rows } from '../store/contract.ts';

/** A button can be pressed this long after it was shown; what it does holds IMEIs. */
export const BUTTONS_KEPT_MS = 48 * 3_600_000;
/** A press may come before the platform has said where the reply stands. */
const SHOWN_WITHIN_MS = 2_000;
/** Base64url, 48 and 84 bits: the group of a person's buttons, and the reply among them. Together they begin a token. */
const PERSON_LENGTH = 8;
const REPLY_LENGTH = 14;

const rowSchema = z.object({
  requestId: z.string(),
  requester: z.string(),
  /** The message they stand in; unknown in what earlier versions wrote. */
  at: z.string().optional(),
  deeds: z.record(
    z.string(),
    z.custom<ButtonEffect>((effect) => typeof effect === 'object' && effect !== null),
  ),
});
type Row = z.infer<typeof rowSchema>;

/** What a pressed button stands for. */
export type Pressed =
  | { readonly kind: 'effect'; readonly effect: ButtonEffect; readonly requestId: string }
  | { readonly kind: 'not-yours' }
  | { readonly kind: 'gone' };

/** Whose reply it is. */
interface From {
  readonly requestId: string;
  readonly requester: Principal;
}

/** A press as it comes in: anybody can send any token, and name any message. */
export interface Press {
  readonly token: string;
  readonly requester: Principal;
  /** The message it was pressed in. */
  readonly on?: string | undefined;
}

/**
 * Keeps what the buttons of the replies do, so that a press works after a restart: for the person they were shown to, and in
 * the message they were shown in.
 */
export interface Buttons {
  /** Turns a command's actions into buttons with tokens. They can be pressed as soon as it is told where they stand. */
  offer(reply: Reply, from: From): ShownReply;
  /**
   * The reply stands there now, in a message of this name, where messages have one. What its buttons do is being written down
   * when this returns: the store keeps the order of its writes, so that it stands there before the request is struck out.
   */
  shown(requestId: string, at: string | undefined): void;
  /** Nothing more is shown of this request. */
  over(requestId: string): void;
  press(press: Press): Promise<Pressed>;
  /** Takes the deeds of this person's buttons away. */
  forget(requester: Principal): Promise<void>;
  /** Moves what earlier versions kept to where it is found by person, a portion at a time. */
  moveOld(): Promise<void>;
}

export interface ButtonsNeeds {
  readonly rows: Rows;
  /** Where earlier versions kept them. */
  readonly oldRows: Rows;
  /** The same name gives the same hash, which nobody else can compute. */
  readonly hash: (name: string) => string;
  readonly clock: Clock;
  /** Told when deeds could not be written: the reply is shown all the same, its buttons will be gone. */
  readonly onError: (error: unknown) => void;
}

/** The buttons of a request that is still being shown. */
interface Live {
  readonly from: From;
  deeds: Row['deeds'];
  /** What was written last: most states bring the same. */
  written: string;
  /** Resolves when they were shown for the first time, or never will be. */
  readonly firstShown: Deferred<void>;
  at: string | undefined;
  isShown: boolean;
}

export function createButtons({ rows, oldRows, hash, clock, onError }: ButtonsNeeds): Buttons {
  const live = new Map<string, Live>();
  /** Those on their way to the store: a quick finger is not to find them missing. */
  const underWay = new Map<string, { readonly row: Row; readonly kept: Promise<void> }>();

  const personOf = (requester: Principal): string => hash(`buttons of ${requester}`).slice(0, PERSON_LENGTH);
  const groupOf = ({ requestId, requester }: From): string =>
    `${personOf(requester)}${hash(`buttons in ${requestId}`).slice(0, REPLY_LENGTH)}`;
  const keep = (group: string, row: Row): void => {
    const kept = rows
      .put(rowIdOf(group), JSON.stringify(row), { expiresAt: clock.now() + BUTTONS_KEPT_MS })
      .catch(onError)
      .then(() => {
        if (underWay.get(group)?.kept === kept) underWay.delete(group);
      });
    underWay.set(group, { row, kept });
  };
  const groups = new Map<string, string>();
  /** What is known of a group here, once it was shown. */
  const heldOf = async (group: string): Promise<Row | undefined> => {
    const shown = live.get(group);
    if (shown !== undefined && !shown.isShown) {
      const early = new AbortController();
      const late = clock.sleep(SHOWN_WITHIN_MS, early.signal, { ref: false }).catch(() => undefined);
      await Promise.race([shown.firstShown.promise, late]);
      early.abort(IN_TIME);
    }
    if (shown?.isShown) return rowOf(shown);
    return underWay.get(group)?.row;
  };
  const storedOf = async (group: string, presser: Principal): Promise<Row | undefined> => {
    const text =
      (await rows.get(rowIdOf(group))) ??
      (await rows.get(movedIdOf(personOf(presser), group))) ??
      (await oldRows.get(group));
    return text === undefined ? undefined : rowSchema.parse(JSON.parse(text));
  };
  return {
    offer: (reply, from) => {
      const group = groupOf(from);
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
      keep(group, row);
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
      const row = (await heldOf(group)) ?? (await storedOf(group, requester));
      if (row === undefined) return { kind: 'gone' };
      if (row.requester !== requester) return { kind: 'not-yours' };
      // Shown elsewhere: somebody has made the press up, and its answer would take the place of another reply.
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
      // What is not there yet would not be found, and stay.
      await Promise.all(Array.from(underWay.values(), ({ kept }) => kept));
      const theirs = (await rows.entriesOf(personOf(requester))).filter(
        ([, text]) => requesterIn(text) === requester,
      );
      await Promise.all(theirs.map(([id]) => rows.delete(id)));
      // Empty but for the first minutes of this version.
      for await (const portion of oldRows.portions('all')) {
        const old = portion.filter(([, text]) => requesterIn(text) === requester);
        await Promise.all(old.map(([id]) => oldRows.delete(id)));
      }
    },
    moveOld: async () => {
      for await (const portion of oldRows.portions('all')) {
        const expiresAt = clock.now() + BUTTONS_KEPT_MS;
        await Promise.all(
          portion.map(async ([group, text]) => {
            const requester = requesterIn(text);
            // First there, then no more here: in between, a press finds it twice and not never.
            if (requester !== undefined)
              await rows.insert(movedIdOf(personOf(requester), group), text, { expiresAt });
            await oldRows.delete(group);
          }),
        );
      }
    },
  };
}

/** Made once, since making an error takes longer than all the rest of this. */
const IN_TIME = new Error('the reply was shown');

function rowOf({ from, deeds, at }: Live): Row {
  return { ...from, deeds, ...(at !== undefined && { at }) };
}

function requesterIn(text: string): Principal | undefined {
  try {
    // Written by this file alone, from a principal.
    return rowSchema.parse(JSON.parse(text)).requester as Principal;
  } catch {
    return undefined;
  }
}

function rowIdOf(group: string): string {
  return `${group.slice(0, PERSON_LENGTH)}/${group.slice(PERSON_LENGTH)}`;
}

/** Of an earlier version, whose groups say nothing of their person. */
function movedIdOf(person: string, group: string): string {
  return `${person}/${group}`;
}

function buttonOf(group: string, { id, label, style, opens, effect }: Action): ShownReply['actions'][number] {
  return {
    label,
    opens,
    token: `${group}.${id}`,
    ...(style !== undefined && { style }),
    ...(effect.kind === 'invoke' && effect.visibility === 'shared' && { shares: true }),
  };
}
