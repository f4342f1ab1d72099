import type { Priority } from '../core/priority.ts';
import type { Wait } from './announcer.ts';
import type { SendPermit } from './window/slots.ts';

/** One request that waits for its turn. */
export interface Job {
  /** `batch` is sent after the others, spaced evenly over the window. */
  readonly priority: 'status' | Priority;
  /** The list it belongs to. A person's lists take turns. */
  readonly fairnessKey: string;
  /** Whose job it is. People take turns; a job without a person takes turns by itself. */
  readonly person?: string;
  /** Called when its position in the queue changes; never, if it is sent at once. */
  readonly onWait?: (wait: Wait) => void;
  /** Called when its turn comes, before anything is spent. `skip` and a rejection give the permit back unused. */
  readonly beforeSend?: () => Promise<'send' | 'skip'>;
  /** Takes the job out of the queue at once. Ignored once it is being sent, since it may have been paid for. */
  readonly signal: AbortSignal;
}

/** How a job is sent. */
export interface Sending<T> {
  /** Makes exactly one request, after `confirm` has resolved. */
  readonly send: (turn: SendPermit) => Promise<T>;
  /** Whether a request that failed this way may have arrived, or may yet. Without it, all may. */
  readonly arrived?: (error: unknown) => boolean;
}
