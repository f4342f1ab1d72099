import type { Reply } from '../../core/reply/reply.ts';
import { bar } from '../../format/texts/phrases.ts';

/** The progress of a reply, as a line: `███░░░░░░░ 4/12`. */
export function progressLine({ done, total }: NonNullable<Reply['progress']>): string {
  return `${bar(done, total)} ${done}/${total}`;
}
