import type { Transformer } from 'grammy';
import type { Clock } from '../../core/clock.ts';

/**
 * Telegram, Bots FAQ, "My bot is hitting limits": one message a second in a chat, with "short bursts"; 20 a minute in a group; 30 a
 * second in all. Edits and files count like messages. `kept` calls are left to answers.
 */
const IN_CHAT = { most: 5, ms: 5_000, kept: 2 };
const IN_GROUP = { most: 20, ms: 60_000, kept: 8 };
const IN_ALL = { most: 30, ms: 1_000, kept: 10 };
/** Added to each time, since timers may fire a moment early. */
const MARGIN_MS = 20;
const COUNTED = /^(?:send(?!ChatAction)|edit)/;

/** A bucket of tokens. Each comes back some time after the call it was taken for was answered: the network may delay any call. */
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
  /** The chats that have not all their tokens. */
  const lines = new Map<unknown, Line>();

  const lineOf = (chat: unknown): Line => {
    const known = lines.get(chat);
    if (known !== undefined) return known;
    const limits = Number(chat) < 0 ? [IN_CHAT, IN_GROUP] : [IN_CHAT];
    const line = { chat, buckets: [...limits.map((one) => ({ ...one, free: one.most })), all], waiting: [] };
    lines.set(chat, line);
    return line;
  };
  const serve = (): void => {
    for (const { waiting, buckets } of lines.values())
      while (waiting.length > 0 && buckets.every(({ free }) => free > 0)) waiting.shift()?.();
  };
  const giveBack = (line: Line, bucket: Bucket, ms: number, tokens = 1): void => {
    const comeBack = (): void => {
      bucket.free += tokens;
      const isIdle = line.buckets.every((one) => one === all || one.free === one.most);
      if (isIdle && line.waiting.length === 0) lines.delete(line.chat);
      serve();
    };
    clock.later(ms + MARGIN_MS, comeBack, { ref: false });
  };
  const take = ({ buckets }: Line): void => {
    for (const bucket of buckets) bucket.free -= 1;
  };
  const hasPlenty = ({ buckets, waiting }: Line): boolean =>
    waiting.length === 0 && buckets.every(({ free, kept }) => free > kept);
  /** Makes a call whose tokens are taken. */
  const make: Transformer = async (prev, method, payload, signal) => {
    const line = lineOf(chatOf(method, payload));
    try {
      const response = await prev(method, payload, signal);
      const pauseS = response.ok ? undefined : response.parameters?.retry_after;
      const [inChat = all] = line.buckets;
      if (pauseS !== undefined) {
        // The other calls for this chat wait as well.
        inChat.free -= inChat.most;
        giveBack(line, inChat, pauseS * 1_000, inChat.most);
      }
      return response;
    } finally {
      for (const bucket of line.buckets) giveBack(line, bucket, bucket.ms);
    }
  };
  /** Has each call wait for its turn. Before auto-retry in `config.use`, so that a repeated call takes a turn again. */
  const answers: Transformer = async (prev, method, payload, signal) => {
    const chat = chatOf(method, payload);
    if (chat === undefined) return prev(method, payload, signal);
    const line = lineOf(chat);
    const turn = new Promise<void>((go) => line.waiting.push(() => go(take(line))));
    serve();
    await turn;
    return make(prev, method, payload, signal);
  };
  /** Refuses calls unless much is left for answers. */
  const progress: Transformer = async (prev, method, payload, signal) => {
    const chat = chatOf(method, payload);
    if (chat === undefined) return prev(method, payload, signal);
    const line = lineOf(chat);
    if (!hasPlenty(line)) return { ok: false, error_code: 429, description: 'left out: it was progress' };
    take(line);
    return make(prev, method, payload, signal);
  };
  return { answers, progress, hasRoom: (chat: number) => hasPlenty(lineOf(chat)) };
}

/** The chat in whose limits a call counts, if it does. */
function chatOf(method: string, payload: object): unknown {
  return COUNTED.test(method) ? (payload as { chat_id?: unknown }).chat_id : undefined;
}
