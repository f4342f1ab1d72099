import { z } from 'zod';

/** A file that somebody sends: where it stands on this machine. */
const fileSchema = z.object({ name: z.string(), location: z.string() });

/** What the parent of a chaos bot says to it: one event of its platform. */
export const askedSchema = z.object({
  id: z.string(),
  command: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.boolean(), fileSchema])),
  requester: z.string(),
});
export type Asked = z.infer<typeof askedSchema>;

/** What a chaos bot says to its parent: that a request is written down, and every state it shows of a reply. */
export const toldSchema = z.discriminatedUnion('kind', [
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
export type Told = z.infer<typeof toldSchema>;
export type Shown = Extract<Told, { readonly kind: 'shown' }>;
