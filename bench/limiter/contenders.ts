import { apiThrottler } from '@grammyjs/transformer-throttler';
import Bottleneck from 'bottleneck';
import PQueue from 'p-queue';
import pThrottle from 'p-throttle';
import { systemClock } from '../../src/core/clock.ts';
import { createLimiter } from '../../src/limiter/limiter.ts';

/** What is asked of every limiter: so many in any window, so many at once. */
export interface Rule {
  readonly perWindow: number;
  readonly windowMs: number;
  readonly concurrent: number;
  readonly requestTimeoutMs: number;
}

/** One request, and whether a person waits for it or it is one of a list; a limiter may know the difference or not. */
export type Run = (send: () => Promise<void>, rank: 'single' | 'batch') => Promise<void>;

/** A limiter as its users would set it up for the rule. */
export interface Contender {
  readonly name: string;
  create(rule: Rule): Promise<{ readonly run: Run; end(): Promise<void> }>;
}

const nothing = async (): Promise<void> => undefined;

export const OURS = 'imei-bot';

/** Ours first, then what people would take instead. */
export const CONTENDERS: readonly Contender[] = [
  {
    name: OURS,
    create: async ({ perWindow, windowMs, concurrent, requestTimeoutMs }) => {
      const limiter = createLimiter({
        perWindow,
        windowMs,
        concurrent,
        requestTimeoutMs,
        clock: systemClock,
      });
      const run: Run = (send, rank) =>
        limiter.schedule(
          { priority: rank, fairnessKey: rank, signal: new AbortController().signal },
          {
            send: async (turn) => {
              await turn.confirm();
              await send();
            },
          },
        );
      return { run, end: async () => limiter.stop() };
    },
  },
  {
    name: 'Bottleneck, reservoir refresh',
    create: async ({ perWindow, windowMs, concurrent }) =>
      bottleneck({
        maxConcurrent: concurrent,
        reservoir: perWindow,
        reservoirRefreshAmount: perWindow,
        reservoirRefreshInterval: windowMs,
      }),
  },
  {
    name: 'Bottleneck, minTime',
    create: async ({ perWindow, windowMs, concurrent }) =>
      bottleneck({ maxConcurrent: concurrent, minTime: Math.ceil(windowMs / perWindow) }),
  },
  { name: 'p-queue, intervalCap', create: async (rule) => queue(rule, false) },
  { name: 'p-queue, intervalCap strict', create: async (rule) => queue(rule, true) },
  {
    name: 'p-throttle, strict',
    create: async ({ perWindow, windowMs }) => {
      const throttle = pThrottle({ limit: perWindow, interval: windowMs, strict: true });
      const run = throttle((send: () => Promise<void>) => send());
      return { run: (send) => run(send), end: nothing };
    },
  },
  {
    name: "grammY's throttler",
    create: async ({ perWindow, windowMs, concurrent }) => {
      const settings = {
        maxConcurrent: concurrent,
        reservoir: perWindow,
        reservoirRefreshAmount: perWindow,
        reservoirRefreshInterval: windowMs,
      };
      const throttle = apiThrottler({ global: settings, out: {} });
      let chats = 0;
      const run: Run = async (send) => {
        chats += 1;
        const call = async () => {
          await send();
          // An answer that fits any method; the throttler does not look at it.
          return { ok: false as const, error_code: 400, description: 'a bench' };
        };
        await throttle(call, 'sendMessage', { chat_id: chats, text: '' });
      };
      return { run, end: nothing };
    },
  },
  { name: 'no limiter', create: async () => ({ run: (send) => send(), end: nothing }) },
];

async function bottleneck(settings: Bottleneck.ConstructorOptions): ReturnType<Contender['create']> {
  const limiter = new Bottleneck(settings);
  // It knows priorities, so it gets them: what a person waits for goes before a list.
  const run: Run = (send, rank) => limiter.schedule({ priority: rank === 'single' ? 4 : 5 }, send);
  return { run, end: async () => void (await limiter.disconnect()) };
}

async function queue(
  { perWindow, windowMs, concurrent }: Rule,
  strict: boolean,
): ReturnType<Contender['create']> {
  const line = new PQueue({ concurrency: concurrent, intervalCap: perWindow, interval: windowMs, strict });
  const run: Run = (send, rank) => line.add(send, { priority: rank === 'single' ? 1 : 0 });
  return { run, end: async () => line.clear() };
}
