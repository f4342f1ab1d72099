import { z } from 'zod';

/**
 * What a process leaves in the store about itself. Uptimes count from a boot of the machine, so
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
  /** When it began. */
  uptime: z.number(),
  /** How many sends of earlier boots are in the window, and the uptime from which they count. */
  carriedOver: z.object({ count: z.number(), at: z.number() }),
  /** When it ended in order. */
  endedAt: z.number().optional(),
});
export type Mark = z.infer<typeof markSchema>;
