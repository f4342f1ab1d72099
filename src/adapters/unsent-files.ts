import type { ShownReply } from '../core/reply.ts';
import type { Say } from '../format/words/say.ts';

/** A reply whose files could not be sent: says so instead of what it says of them, with the buttons to have them again. */
export function withoutFiles(reply: ShownReply, say: Say): ShownReply {
  return {
    ...reply,
    tone: 'warning',
    summary: say('files.unsent'),
    files: [],
    actions: reply.actions.map(({ ifUnsent: _, ...button }) => button),
  };
}
