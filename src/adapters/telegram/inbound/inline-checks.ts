import { z } from 'zod';
import { HOUR_MS } from '../../../core/clock.ts';
import type { Log } from '../../../ops/log/log.ts';
import type { PlatformMemory } from '../../definition.ts';

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
  /** Resolves with what this person asked under this name; undefined if it is another's, or too old. Never rejects. */
  asked(name: string, owner: number): Promise<string | undefined>;
  /** Removes what is stored for this person. Rejects when it cannot be removed. */
  forget(owner: number): Promise<void>;
}

/** What {@link createInlineChecks} works with. */
export interface InlineChecksNeeds {
  readonly memory: PlatformMemory;
  readonly log: Log;
}

/** Creates the checks of inline results. */
export function createInlineChecks({ memory, log }: InlineChecksNeeds): InlineChecks {
  const { messages, hash } = memory;
  const orNothing = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      log.warn({ err: error }, 'What a button of an inline result checks could not be kept or found');
      return undefined;
    }
  };
  const rowOf = (message: string): string => `telegram inline message ${message}`;
  const checkOf = (name: string): string => `telegram inline check ${name}`;
  const personOf = (owner: number): string => hash(`telegram inline of ${owner}`);
  const isTheirs = async (message: string, { owner }: InlineCheck): Promise<boolean> => {
    const isKnown = async (): Promise<boolean | undefined> => {
      const known = await messages.get(rowOf(message));
      return known === undefined ? undefined : known === personOf(owner);
    };
    const told = await isKnown();
    if (told !== undefined) return told;
    // Of two who press at once, one is first.
    const isFirst = await messages.insert(rowOf(message), personOf(owner), { keptMs: KEPT_MS });
    return isFirst || (await isKnown()) === true;
  };
  return {
    keep: (check) =>
      orNothing(async () => {
        // The same each time, so that retyping does not store it twice; keyed, so that it cannot be guessed.
        const name = hash(`telegram inline ${check.owner} ${check.text}`);
        const options = { keptMs: KEPT_MS, person: personOf(check.owner) };
        await messages.put(checkOf(name), JSON.stringify(check), options);
        return name;
      }),
    posted: (message, owner) =>
      orNothing(() => messages.put(rowOf(message), personOf(owner), { keptMs: KEPT_MS })),
    find: (name, { message, by }) =>
      orNothing(async () => {
        const row = await messages.get(checkOf(name));
        if (row === undefined) return undefined;
        const check = rowSchema.parse(JSON.parse(row));
        // A press by another person is only told that the button is not theirs.
        return by !== check.owner || (await isTheirs(message, check)) ? check : undefined;
      }),
    asked: (name, owner) =>
      orNothing(async () => {
        const row = await messages.get(checkOf(name));
        const check = row === undefined ? undefined : rowSchema.parse(JSON.parse(row));
        return check?.owner === owner ? check.text : undefined;
      }),
    forget: (owner) => messages.forget(personOf(owner)),
  };
}
