import type { RequestData } from '@discordjs/rest';
import type { MessagePayload } from './render.ts';

/** Limit for a call that only tells how far a reply is: the answer waits for the one under way. */
const PROGRESS_DEADLINE_MS = 2_500;

type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';
interface CallData extends RequestData {
  /** Until when it may wait for rate limits; long by default. */
  readonly deadlineMs?: number;
}

/** Makes a call with its retries; rejects with a `DiscordFault` that has been logged. */
export type Call = (method: Method, route: `/${string}`, data?: CallData) => Promise<unknown>;

/** How long a call may take that shows a state: what only tells how far a reply is gives up soon. */
export function patienceFor(last: boolean): Pick<CallData, 'deadlineMs'> {
  return last ? {} : { deadlineMs: PROGRESS_DEADLINE_MS };
}

/** A file in the form of the library. */
export function rawFile({ name, contentType, data }: MessagePayload['files'][number]) {
  return { name, contentType, data };
}

/** A text in an answer; empty if there is none. */
export function textField(answer: unknown, name: string): string {
  const value: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
  return typeof value === 'string' ? value : '';
}
