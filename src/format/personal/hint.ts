import type { Reply } from '../../core/reply.ts';
import { compose } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { titled } from '../words/titled.ts';

/** The reply to a text that contains nothing like an IMEI. */
export function hintReply({ say }: View, examples: readonly string[]): Reply {
  return compose({
    tone: 'warning',
    title: say('hint.title'),
    summary: say('hint.summary'),
    sections: [{ heading: say('hint.example'), fields: [], lines: examples }],
  });
}

/** The reply to who asks, without an IMEI, whether a phone is stolen, blocked or locked. */
export function modelOnlyReply({ say }: View, examples: readonly string[]): Reply {
  return compose({
    tone: 'neutral',
    ...titled(say, 'modelOnly'),
    sections: [{ heading: say('hint.example'), fields: [], lines: examples }],
  });
}
