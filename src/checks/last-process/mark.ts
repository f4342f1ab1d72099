import { z } from 'zod';

/**
 * The record of a process about itself in the store. Uptimes count from a boot of the machine, so
 * uptimes of two boots cannot be compared. Sends of earlier boots are therefore carried over as a
 * number. If the machine starts three times within a window:
 *
 *     boot 1  makes 5 sends, and ends
 *     boot 2  carries over 5 from boot 1, dated to its own start; makes 3 sends, and ends
 *     boot 3  carries over 8: 3 rows of boot 2, and the 5 that boot 2 carried over
 */
export const markSchema = z.object({
  id: z.string(),
  boot: z.string(),
  /** The uptime when the process began. */
  uptime: z.number(),
  /**
   * The number of sends of earlier boots in the window, how many of them were not answered, and the
   * uptime from which they count.
   */
  carriedOver: z.object({ count: z.number(), unanswered: z.number(), at: z.number() }),
  /** The uptime at its orderly end; left out while it runs, and if it was killed. */
  endedAt: z.number().optional(),
});
export type Mark = z.infer<typeof markSchema>;
