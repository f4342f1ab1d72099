import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../ops/log.ts';
import type { PlatformMemory } from './memory.ts';

/** As long as the buttons of replies. */
const KEPT_MS = 48 * 3_600_000;

const rowSchema = z.object({ owner: z.int(), text: z.string() });

/** What the button of an inline result checks, and for whom. */
export type InlineCheck = z.infer<typeof rowSchema>;

/**
 * What the buttons of inline results check. It is kept here, and the button carries a name for it only: everybody's
 * client in the chat can read the button, where the text of the message masks the number.
 */
export interface InlineChecks {
  /** Resolves with the name to find it by, or with nothing when it could not be kept. Never rejects. */
  keep(check: InlineCheck): Promise<string | undefined>;
  /**
   * What a button checks that is pressed in this message. Resolves with nothing when it is too old, or cannot be read just
   * now, or when the message belongs to somebody else: a client can send the data of its own button from any message, and
   * the answer would take the place of what stands there. A message belongs to the first whose check was pressed in it.
   * Never rejects.
   */
  find(name: string, message: string): Promise<InlineCheck | undefined>;
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
  const isTheirs = async (message: string, { owner }: InlineCheck): Promise<boolean> => {
    const id = hash(`telegram inline message ${message}`);
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
    find: (name, message) =>
      orNothing(async () => {
        const row = await rows.get(name);
        if (row === undefined) return undefined;
        const check = rowSchema.parse(JSON.parse(row));
        return (await isTheirs(message, check)) ? check : undefined;
      }),
  };
}
