import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import { HOUR_MS } from '../../../core/durations.ts';
import type { Log } from '../../../ops/log/log.ts';
import type { PlatformMemory } from '../memory.ts';

/** Like the buttons of replies. */
const KEPT_MS = 48 * HOUR_MS;

const rowSchema = z.object({ owner: z.int(), text: z.string() });

/** What the button of an inline result checks, and for whom. */
export type InlineCheck = z.infer<typeof rowSchema>;

/** A press of a button of an inline message. */
export interface InlinePress {
  /** The inline message's id. */
  readonly message: string;
  /** The id of the user who pressed. */
  readonly by: number;
}

/**
 * Stores what the buttons of inline results check. A button only contains the name of the row: every client in the chat can
 * read the button, while the text of the message masks the number.
 */
export interface InlineChecks {
  /** Resolves with the row's name, or undefined if it could not be stored. Never rejects. */
  keep(check: InlineCheck): Promise<string | undefined>;
  /** Records that this person posted the message: Telegram's statement overrides earlier assumptions. Never rejects. */
  posted(message: string, owner: number): Promise<void>;
  /**
   * Resolves with what a pressed button checks; undefined if it is too old, cannot be read now, or the message belongs to
   * somebody else: a client can send its own button's data from any message, and the answer would replace that message's
   * content. A message belongs to the person who posted it. If Telegram does not report that (it does with inline feedback
   * enabled), it belongs to the first person who presses their own check in it, which until then may be somebody else.
   * Pressing another person's check claims nothing, since everybody in the chat can read that button. Never rejects.
   */
  find(name: string, press: InlinePress): Promise<InlineCheck | undefined>;
}

/** What {@link createInlineChecks} works with. */
export interface InlineChecksNeeds {
  readonly kept: PlatformMemory;
  readonly clock: Clock;
  readonly log: Log;
}

/** Creates the checks of inline results. */
export function createInlineChecks({ kept: { rows, hash }, clock, log }: InlineChecksNeeds): InlineChecks {
  const orNothing = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      log.warn({ err: error }, 'What a button of an inline result checks could not be kept or found');
      return undefined;
    }
  };
  const rowOf = (message: string): string => hash(`telegram inline message ${message}`);
  const isTheirs = async (message: string, { owner }: InlineCheck): Promise<boolean> => {
    const id = rowOf(message);
    if (await rows.insert(id, String(owner), { expiresAt: clock.now() + KEPT_MS })) return true;
    return (await rows.get(id)) === String(owner);
  };
  return {
    keep: (check) =>
      orNothing(async () => {
        // The same each time, so that retyping does not store it twice; keyed, so that it cannot be guessed.
        const name = hash(`telegram inline ${check.owner} ${check.text}`);
        await rows.put(name, JSON.stringify(check), { expiresAt: clock.now() + KEPT_MS });
        return name;
      }),
    posted: (message, owner) =>
      orNothing(() => rows.put(rowOf(message), String(owner), { expiresAt: clock.now() + KEPT_MS })),
    find: (name, { message, by }) =>
      orNothing(async () => {
        const row = await rows.get(name);
        if (row === undefined) return undefined;
        const check = rowSchema.parse(JSON.parse(row));
        // A press by another person is only told that the button is not theirs.
        return by !== check.owner || (await isTheirs(message, check)) ? check : undefined;
      }),
  };
}
