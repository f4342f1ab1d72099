import { z } from 'zod';

const FORM =
  'write the first and the last shard of this process and how many there are in all, such as 0-3/8, or one of them, such as 5/8';

/** `0-3/8`: the shards from 0 to 3 of 8 in all; `5/8`: one of them. */
export const shardRange = z
  .string()
  .regex(/^\d{1,5}(-\d{1,5})?\/\d{1,5}$/, FORM)
  .transform((text, context) => {
    const [range = '', total = ''] = text.split('/');
    const [first = 0, last = first] = range.split('-').map(Number);
    const count = Number(total);
    const problem = problemIn(first, last, count);
    if (problem !== undefined) context.addIssue(problem);
    return Object.freeze({ first, last, count });
  });

function problemIn(first: number, last: number, count: number): string | undefined {
  if (count === 0) return 'there must be at least one shard, such as 0/1';
  if (first > last) return `the first shard comes after the last one: write ${last}-${first}/${count}`;
  if (last < count) return undefined;
  return `there is no shard ${last}: they are counted from 0, so the last of ${count} is ${count - 1}`;
}
