import type { Priority } from '../core/priority.ts';
import type { Wait } from './announcer.ts';
import type { SendPermit } from './window/slots.ts';

/** One request that waits for its turn. */
export interface Job {
  /** `batch` goes after the others, spread evenly over the window. */
  readonly priority: 'status' | Priority;
  /** The list it is one of: the batch checks of a person take turns by it. */
  readonly fairnessKey: string;
  /** Whose turn it uses, since people take turns. A job of nobody's is one of its own. */
  readonly person?: string;
  /** Told whenever the place in the line changes; not at all when the job goes at once. */
  readonly onWait?: (wait: Wait) => void;
  /** Called when the turn comes, before anything is spent: `skip`, or a rejection, gives the turn back unused. */
  readonly beforeSend?: () => Promise<'send' | 'skip'>;
  /** Takes the job out of the line at once. Ignored once it is being sent: it may have been paid for. */
  readonly signal: AbortSignal;
}

/** How a job is sent. */
export interface Sending<T> {
  /** Makes exactly one request, as soon as `confirm` has resolved. */
  readonly send: (turn: SendPermit) => Promise<T>;
  /** Whether a request that failed this way may have arrived, or may yet; without this, all may. */
  readonly arrived?: (error: unknown) => boolean;
}
