import type { Request } from '../../src/core/adapter.ts';
import type { ShownReply } from '../../src/core/reply.ts';
import { sayIn } from '../../src/format/words/say.ts';

/** What somebody is told who has too much open already. */
export const BUSY = sayIn('en')('refusals.busy.title');

/** A last state of a reply that people have seen. */
export interface Shown {
  readonly life: number;
  /** True time. */
  readonly at: number;
  readonly reply: ShownReply;
}

/** One thing a person sent, and what the platform knows of it. */
export interface Event {
  readonly request: Request;
  readonly imeis: readonly string[];
  /** True time. */
  readonly sentAt: number;
  /** When the bot first said that it is safely written down, in true time. */
  acknowledgedAt?: number;
  /** The bot has said that it does not take it. */
  isRefused: boolean;
  /** When a life was first told of it, and which. */
  toldTo?: { readonly life: number; readonly at: number };
  /** The life that was told of it first has said what becomes of it. */
  isDecided?: true;
  /** Last states that a life has tried to show. */
  readonly tries: { readonly life: number; readonly at: number }[];
  /** Last states only, oldest first. */
  readonly shown: Shown[];
}

/** The chat platform: it delivers again what was not acknowledged, and keeps what was shown. */
export interface Platform {
  readonly events: Event[];
  isDown: boolean;
  /** States are shown after up to so long, whatever order they came in. */
  slowMs: number;
  /** The most it has been. */
  slowestMs: number;
  /** Spans of true time in which nothing could be shown. */
  readonly downs: { readonly from: number; to: number }[];
}

export function createPlatform(): Platform {
  return { events: [], isDown: false, slowMs: 0, slowestMs: 0, downs: [] };
}
