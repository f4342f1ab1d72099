import { z } from 'zod';

/** A raw answer in a row of the store; the reader is missing in rows of earlier versions. */
export const rawAnswerSchema = z.object({
  httpStatus: z.number(),
  body: z.string(),
  reader: z.string().optional(),
});
