import { describe } from 'vitest';
import { describePlaces } from './adapter-places.ts';
import { describeProcesses } from './adapter-processes.ts';
import { describeReplies } from './adapter-replies.ts';
import { describeRequests } from './adapter-requests.ts';
import { createIt, type OpenStage } from './adapter-stage.ts';

/** The promises that every adapter keeps. `open` creates a stage for each of them. */
export function describeAdapter(name: string, open: OpenStage): void {
  describe(`${name}, as every adapter`, () => {
    const it = createIt(open);
    describeRequests(it);
    describeReplies(it);
    describePlaces(it);
    describeProcesses(it);
  });
}
