import type { Transformer } from 'grammy';
import type { Clock } from '../../../core/time/clock.ts';

/**
 * Telegram, Bots FAQ, "My bot is hitting limits": one message a second in a chat, with "short
 * bursts"; 20 a minute in a group; 30 a second in total. Edits and files count like messages.
 * `reserved` tokens are left to answers.
 */
const IN_CHAT = { capacity: 5, refillMs: 5_000, reserved: 2 };
const IN_GROUP = { capacity: 20, refillMs: 60_000, reserved: 8 };
const IN_ALL = { capacity: 30, refillMs: 1_000, reserved: 10 };
/** The methods that count: those that send or edit something, but not “is typing”. */
const COUNTED = /^(?:send(?!ChatAction)|edit)/;

/**
 * A token bucket. A token comes back some time after its call was answered: the network may delay
 * any call. While Telegram tells a chat to wait, `free` is at most zero.
 */
type Bucket = typeof IN_ALL & { free: number };

type ChatId = number | string;

interface ChatQueue {
  readonly chat: ChatId;
  /** The bucket of the chat, which Telegram may tell to wait. */
  readonly inChat: Bucket;
  /** A call for the chat takes a token from each of them. */
  readonly buckets: readonly Bucket[];
  readonly waiting: (() => void)[];
}

/** Takes the tokens of a call, immediately or later. Resolves with false if the call is dropped. */
type TakeTokens = (queue: ChatQueue) => Promise<boolean>;

/** Delays answers and drops progress, so that the bot stays within the limits of Telegram. */
export class Pace {
  readonly #clock: Pick<Clock, 'later'>;
  readonly #all = fullBucket(IN_ALL);
  /** The chats with waiting calls or used tokens. */
  readonly #queues = new Map<ChatId, ChatQueue>();

  constructor(clock: Pick<Clock, 'later'>) {
    this.#clock = clock;
  }

  /**
   * Each call waits until there are tokens for it. Put it before auto-retry in `config.use`, so
   * that a repeated call waits again.
   */
  readonly waitForTokens: Transformer = this.#limited((queue) => this.#waitIn(queue));

  /** Drops calls for progress unless more tokens are left than answers may need. */
  readonly dropUnlessRoom: Transformer = this.#limited(async (queue) => {
    if (!hasRoom(queue)) return false;
    this.#take(queue);
    return true;
  });

  /** Whether a chat has more tokens left than answers may need. */
  hasRoom(chat: number): boolean {
    return hasRoom(this.#queueOf(chat));
  }

  #limited(takeTokens: TakeTokens): Transformer {
    return async (prev, method, payload, signal) => {
      const chat = chatOf(method, payload);
      if (chat === undefined) return prev(method, payload, signal);
      const queue = this.#queueOf(chat);
      if (!(await takeTokens(queue))) {
        return { ok: false, error_code: 429, description: 'left out: it was progress' };
      }
      try {
        const response = await prev(method, payload, signal);
        if (!response.ok) this.#holdBack(queue, response.parameters?.retry_after);
        return response;
      } finally {
        for (const bucket of queue.buckets) this.#giveBack(queue, bucket, { ms: bucket.refillMs });
      }
    };
  }

  /** Returns a new queue if there is none. It is kept once a call waits in it or takes a token. */
  #queueOf(chat: ChatId): ChatQueue {
    const known = this.#queues.get(chat);
    if (known !== undefined) return known;
    const inChat = fullBucket(IN_CHAT);
    const inGroup = Number(chat) < 0 ? [fullBucket(IN_GROUP)] : [];
    return { chat, inChat, buckets: [inChat, ...inGroup, this.#all], waiting: [] };
  }

  #waitIn(queue: ChatQueue): Promise<boolean> {
    this.#queues.set(queue.chat, queue);
    const taken = new Promise<boolean>((resolve) => {
      queue.waiting.push(() => {
        this.#take(queue);
        resolve(true);
      });
    });
    this.#serve();
    return taken;
  }

  #take(queue: ChatQueue): void {
    this.#queues.set(queue.chat, queue);
    for (const bucket of queue.buckets) bucket.free -= 1;
  }

  #serve(): void {
    for (const { waiting, buckets } of this.#queues.values()) {
      while (waiting.length > 0 && buckets.every(({ free }) => free > 0)) waiting.shift()?.();
    }
  }

  /** If Telegram tells one call to wait, all calls for its chat wait. */
  #holdBack(queue: ChatQueue, seconds: number | undefined): void {
    if (seconds === undefined) return;
    const { inChat } = queue;
    inChat.free -= inChat.capacity;
    this.#giveBack(queue, inChat, { ms: seconds * 1_000, tokens: inChat.capacity });
  }

  #giveBack(
    queue: ChatQueue,
    bucket: Bucket,
    { ms, tokens = 1 }: { readonly ms: number; readonly tokens?: number },
  ): void {
    const refill = (): void => {
      bucket.free += tokens;
      if (this.#isIdle(queue)) this.#queues.delete(queue.chat);
      this.#serve();
    };
    this.#clock.later(ms, refill, { ref: false });
  }

  #isIdle({ buckets, waiting }: ChatQueue): boolean {
    const isFull = (bucket: Bucket): boolean =>
      bucket === this.#all || bucket.free === bucket.capacity;
    return waiting.length === 0 && buckets.every(isFull);
  }
}

function fullBucket(limit: typeof IN_ALL): Bucket {
  return { ...limit, free: limit.capacity };
}

function hasRoom({ buckets, waiting }: ChatQueue): boolean {
  return waiting.length === 0 && buckets.every(({ free, reserved }) => free > reserved);
}

/** The chat in whose limit a call counts; undefined if it counts in none. */
function chatOf(method: string, payload: object): ChatId | undefined {
  return COUNTED.test(method) ? (payload as { chat_id?: ChatId }).chat_id : undefined;
}
