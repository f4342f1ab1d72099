import { z } from 'zod';

/** What the parent of a chaos bot says to it: one event of its platform. */
export const questionSchema = z.object({
  id: z.string(),
  command: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.boolean()])),
  requester: z.string(),
});
export type Question = z.infer<typeof questionSchema>;

/** What a chaos bot says to its parent: that a request is written down, and every state it shows of a reply. */
export const reportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('accepted'), id: z.string() }),
  z.object({
    kind: z.literal('shown'),
    id: z.string(),
    last: z.boolean(),
    title: z.string(),
    fields: z.array(z.object({ label: z.string(), value: z.string() })),
    records: z.array(z.object({ imei: z.string(), ok: z.boolean(), result: z.string() })),
  }),
]);
export type Report = z.infer<typeof reportSchema>;
export type Shown = Extract<Report, { readonly kind: 'shown' }>;
