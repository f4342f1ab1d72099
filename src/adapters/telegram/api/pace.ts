import type { Transformer } from 'grammy';
import type { Clock } from '../../../core/clock.ts';

/**
 * Telegram, Bots FAQ, "My bot is hitting limits": one message a second in a chat, with "short
 * bursts"; 20 a minute in a group; 30 a second in total. Edits and files count like messages.
 * `kept` calls are left to answers.
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

/** Takes the tokens of a call, at once or later. Resolves with whether the call may be made. */
type Turn = (line: Line) => Promise<boolean>;

/** Keeps Telegram's limits before Telegram refuses a call. */
export class Pace {
  readonly #clock: Pick<Clock, 'later'>;
  readonly #all: Bucket = { ...IN_ALL, free: IN_ALL.most };
  /** The chats that wait, or have used some of their tokens. */
  readonly #lines = new Map<unknown, Line>();

  constructor(clock: Pick<Clock, 'later'>) {
    this.#clock = clock;
  }

  /**
   * Each call waits for its turn. Put it before auto-retry in `config.use`, so that a repeated call
   * waits again.
   */
  readonly answers: Transformer = this.#counted((line) => this.#waitIn(line));

  /** Refuses calls unless many tokens are left for answers. */
  readonly progress: Transformer = this.#counted(async (line) => {
    if (!hasPlenty(line)) return false;
    this.#take(line);
    return true;
  });

  /** Whether many tokens of a chat are left for answers. */
  hasRoom(chat: number): boolean {
    return hasPlenty(this.#lineOf(chat));
  }

  #counted(turn: Turn): Transformer {
    return async (prev, method, payload, signal) => {
      const chat = chatOf(method, payload);
      if (chat === undefined) return prev(method, payload, signal);
      const line = this.#lineOf(chat);
      if (!(await turn(line)))
        return { ok: false, error_code: 429, description: 'left out: it was progress' };
      try {
        const response = await prev(method, payload, signal);
        if (!response.ok) this.#pause(line, response.parameters?.retry_after);
        return response;
      } finally {
        for (const bucket of line.buckets) this.#giveBack(line, bucket, { ms: bucket.ms });
      }
    };
  }

  #lineOf(chat: unknown): Line {
    const known = this.#lines.get(chat);
    if (known !== undefined) return known;
    const limits = Number(chat) < 0 ? [IN_CHAT, IN_GROUP] : [IN_CHAT];
    const buckets = limits.map((limit) => ({ ...limit, free: limit.most }));
    return { chat, buckets: [...buckets, this.#all], waiting: [] };
  }

  #waitIn(line: Line): Promise<boolean> {
    this.#lines.set(line.chat, line);
    const turn = new Promise<boolean>((resolve) => {
      line.waiting.push(() => {
        this.#take(line);
        resolve(true);
      });
    });
    this.#serve();
    return turn;
  }

  #take(line: Line): void {
    this.#lines.set(line.chat, line);
    for (const bucket of line.buckets) bucket.free -= 1;
  }

  #serve(): void {
    for (const { waiting, buckets } of this.#lines.values()) {
      while (waiting.length > 0 && buckets.every(({ free }) => free > 0)) waiting.shift()?.();
    }
  }

  /** If Telegram tells one call to wait, all calls to its chat wait. */
  #pause(line: Line, seconds: number | undefined): void {
    if (seconds === undefined) return;
    const [inChat = this.#all] = line.buckets;
    inChat.free -= inChat.most;
    this.#giveBack(line, inChat, { ms: seconds * 1_000, tokens: inChat.most });
  }

  #giveBack(
    line: Line,
    bucket: Bucket,
    { ms, tokens = 1 }: { readonly ms: number; readonly tokens?: number },
  ): void {
    const refill = (): void => {
      bucket.free += tokens;
      if (this.#isIdle(line)) this.#lines.delete(line.chat);
      this.#serve();
    };
    this.#clock.later(ms + MARGIN_MS, refill, { ref: false });
  }

  #isIdle({ buckets, waiting }: Line): boolean {
    const isFull = (bucket: Bucket): boolean => bucket === this.#all || bucket.free === bucket.most;
    return waiting.length === 0 && buckets.every(isFull);
  }
}

function hasPlenty({ buckets, waiting }: Line): boolean {
  return waiting.length === 0 && buckets.every(({ free, kept }) => free > kept);
}

/** The chat in whose limit a call counts; undefined if it counts in none. */
function chatOf(method: string, payload: object): unknown {
  return COUNTED.test(method) ? (payload as { chat_id?: unknown }).chat_id : undefined;
}
