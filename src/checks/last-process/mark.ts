import { z } from 'zod';

/**
 * What a process leaves in the store about itself. Its uptimes are those of its boot of the
 * machine.
 */
export const markSchema = z.object({
  id: z.string(),
  boot: z.string(),
  /** When it began. */
  uptime: z.number(),
  /** How many sends of the window are not in the table, and the uptime from which they count. */
  carriedOver: z.object({ count: z.number(), at: z.number() }),
  /** When it ended in order. */
  endedAt: z.number().optional(),
});
export type Mark = z.infer<typeof markSchema>;
