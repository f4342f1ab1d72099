import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import { HOUR_MS } from '../../../core/durations.ts';
import type { Log } from '../../../ops/log/log.ts';
import type { PlatformMemory } from '../memory.ts';

/** As long as the buttons of replies. */
const KEPT_MS = 48 * HOUR_MS;

const rowSchema = z.object({ owner: z.int(), text: z.string() });

/** What the button of an inline result checks, and for whom. */
export type InlineCheck = z.infer<typeof rowSchema>;

/** A press of a button of an inline message. */
export interface InlinePress {
  readonly message: string;
  /** The user who pressed it. */
  readonly by: number;
}

/**
 * What the buttons of inline results check. It is kept here, and the button carries a name for it only: everybody's
 * client in the chat can read the button, where the text of the message masks the number.
 */
export interface InlineChecks {
  /** Resolves with the name to find it by, or with nothing when it could not be kept. Never rejects. */
  keep(check: InlineCheck): Promise<string | undefined>;
  /** This person has posted this message: Telegram says so, and whatever was thought before counts no more. Never rejects. */
  posted(message: string, owner: number): Promise<void>;
  /**
   * What a button checks that is pressed. Resolves with nothing when it is too old, or cannot be read just now, or when the
   * message belongs to somebody else: a client can send the data of its own button from any message, and the answer would
   * take the place of what stands there. A message belongs to who has posted it; where Telegram does not tell (it does so
   * with inline feedback on), to the first who pressed their own check in it, so that until then somebody else may be the
   * first. A press of another person's check takes no message for anybody: everybody in the chat can read that button.
   * Never rejects.
   */
  find(name: string, press: InlinePress): Promise<InlineCheck | undefined>;
}

export interface InlineChecksNeeds {
  readonly kept: PlatformMemory;
  readonly clock: Clock;
  readonly log: Log;
}

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
        // The same each time, so that typing it again does not keep it twice; keyed, so that it cannot be guessed.
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
        // Whoever presses what is not theirs is told so, and that is all that comes of it.
        return by !== check.owner || (await isTheirs(message, check)) ? check : undefined;
      }),
  };
}
