import type { Transformer } from 'grammy';
import type { Clock } from '../../core/clock.ts';

/**
 * Telegram, Bots FAQ, "My bot is hitting limits": one message a second in a chat, with "short
 * bursts"; 20 a minute in a group; 30 a second in all. Edits and files count like messages. `kept`
 * calls are left to answers.
 */
const IN_CHAT = { most: 5, ms: 5_000, kept: 2 };
const IN_GROUP = { most: 20, ms: 60_000, kept: 8 };
const IN_ALL = { most: 30, ms: 1_000, kept: 10 };
/** Added to each time, since timers may fire a moment early. */
const MARGIN_MS = 20;
const COUNTED = /^(?:send(?!ChatAction)|edit)/;

/**
 * A token bucket. A token comes back some time after its call was answered: the network may delay
 * any call.
 */
type Bucket = typeof IN_ALL & { free: number };

/** The calls for one chat. */
interface Line {
  readonly chat: unknown;
  readonly buckets: readonly Bucket[];
  readonly waiting: (() => void)[];
}

/** Keeps Telegram's limits before Telegram refuses a call. */
export function createPace(clock: Clock) {
  const all = { ...IN_ALL, free: IN_ALL.most };
  /** The chats that wait, or have used some of their tokens. */
  const lines = new Map<unknown, Line>();

  const lineOf = (chat: unknown): Line => {
    const known = lines.get(chat);
    if (known !== undefined) return known;
    const limits = Number(chat) < 0 ? [IN_CHAT, IN_GROUP] : [IN_CHAT];
    return {
      chat,
      buckets: [...limits.map((one) => ({ ...one, free: one.most })), all],
      waiting: [],
    };
  };
  const serve = (): void => {
    for (const { waiting, buckets } of lines.values())
      while (waiting.length > 0 && buckets.every(({ free }) => free > 0)) waiting.shift()?.();
  };
  const giveBack = (line: Line, bucket: Bucket, ms: number, tokens = 1): void => {
    const refill = (): void => {
      bucket.free += tokens;
      const isIdle = line.buckets.every((one) => one === all || one.free === one.most);
      if (isIdle && line.waiting.length === 0) lines.delete(line.chat);
      serve();
    };
    clock.later(ms + MARGIN_MS, refill, { ref: false });
  };
  const take = (line: Line): true => {
    lines.set(line.chat, line);
    for (const bucket of line.buckets) bucket.free -= 1;
    return true;
  };
  const hasPlenty = ({ buckets, waiting }: Line): boolean =>
    waiting.length === 0 && buckets.every(({ free, kept }) => free > kept);
  /** If Telegram tells one call to wait, all calls to its chat wait. */
  const pause = (line: Line, seconds: number | undefined): void => {
    if (seconds === undefined) return;
    const [inChat = all] = line.buckets;
    inChat.free -= inChat.most;
    giveBack(line, inChat, seconds * 1_000, inChat.most);
  };
  /**
   * @param turn takes the tokens of a call, at once or later; resolves with whether it may be made
   */
  const counted =
    (turn: (line: Line) => Promise<boolean>): Transformer =>
    async (prev, method, payload, signal) => {
      const chat = chatOf(method, payload);
      if (chat === undefined) return prev(method, payload, signal);
      const line = lineOf(chat);
      if (!(await turn(line)))
        return { ok: false, error_code: 429, description: 'left out: it was progress' };
      try {
        const response = await prev(method, payload, signal);
        pause(line, response.ok ? undefined : response.parameters?.retry_after);
        return response;
      } finally {
        for (const bucket of line.buckets) giveBack(line, bucket, bucket.ms);
      }
    };
  /**
   * Each call waits for its turn. Put it before auto-retry in `config.use`, so that a repeated call
   * waits again.
   */
  const answers = counted((line) => {
    lines.set(line.chat, line);
    const turn = new Promise<boolean>((go) => line.waiting.push(() => go(take(line))));
    serve();
    return turn;
  });
  /** Refuses calls unless many tokens are left for answers. */
  const progress = counted(async (line) => hasPlenty(line) && take(line));
  return { answers, progress, hasRoom: (chat: number) => hasPlenty(lineOf(chat)) };
}

/** The chat in whose limit a call counts; undefined if it counts in none. */
function chatOf(method: string, payload: object): unknown {
  return COUNTED.test(method) ? (payload as { chat_id?: unknown }).chat_id : undefined;
}
