import type { Clock } from '../../../src/core/time/clock.ts';
import { type Payload, Refusal } from './chats.ts';

/**
 * "When sending messages inside a particular chat, avoid sending more than one message per second."
 */
const PACE_MS = 1_000;
/**
 * "We may allow short bursts that go over this limit, but eventually you'll begin receiving 429
 * errors."
 */
const BURST = 5;
/** "Your bot will not be able to send more than 20 messages per minute to the same group." */
const IN_GROUP = 20;
const GROUP_WINDOW_MS = 60_000;
/**
 * "If you're sending bulk notifications to multiple users, the API will not allow more than 30
 * messages per second or so."
 */
const IN_ALL = 30;
const WINDOW_IN_ALL_MS = 1_000;

/** Edits and files count as messages do, as bots have found (grammy.dev, "Flood Limits"). */
const COUNTED: ReadonlySet<string> = new Set([
  'sendMessage',
  'editMessageText',
  // Not documented: counted here, so that the bot does not rely on the contrary.
  'editEphemeralMessageText',
  'sendDocument',
  'sendPhoto',
]);

/**
 * The limits of one bot, by the answer of Telegram's Bot Support to "My bot is hitting limits, how
 * do I avoid this?", which the Bots FAQ has as well. The numbers that it leaves open are chosen
 * here, a little looser than a bot may count on.
 */
export function createFlood(clock: Clock) {
  const chats = new Map<string, number[]>();
  const closedUntil = new Map<string, number>();
  const all: number[] = [];
  let refused = 0;

  const refuse = (chat: string, untilMs: number): never => {
    refused += 1;
    const seconds = Math.max(1, Math.ceil((untilMs - clock.elapsed()) / 1_000));
    closedUntil.set(chat, clock.elapsed() + seconds * 1_000);
    throw new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
  };
  const flood = {
    /** No limits at all. */
    isOff: false,
    /** @throws a `Refusal` with 429 if this call is one too many */
    check: ({ method, payload }: { readonly method: string; readonly payload: Payload }): void => {
      if (flood.isOff || !COUNTED.has(method)) return;
      const now = clock.elapsed();
      const chat = String(payload.chat_id ?? payload.inline_message_id);
      const closed = closedUntil.get(chat) ?? 0;
      if (closed > now) refuse(chat, closed);
      const sent = chats.get(chat) ?? [];
      const freeAt = Math.max(
        usedUpUntil(sent) - (BURST - 1) * PACE_MS,
        chat.startsWith('-') ? windowFreeAt(sent, IN_GROUP, GROUP_WINDOW_MS) : 0,
        windowFreeAt(all, IN_ALL, WINDOW_IN_ALL_MS),
      );
      if (freeAt > now) refuse(chat, freeAt);
      chats.set(chat, [...sent, now]);
      all.push(now);
    },
    /** How many calls were refused. */
    get refused(): number {
      return refused;
    },
  };
  return flood;
}

/** When all messages would have been sent, at one a second. */
function usedUpUntil(sent: readonly number[]): number {
  return sent.reduce((until, at) => Math.max(until, at) + PACE_MS, Number.NEGATIVE_INFINITY);
}

function windowFreeAt(sent: readonly number[], most: number, windowMs: number): number {
  const first = sent.at(-most);
  return sent.length < most || first === undefined ? Number.NEGATIVE_INFINITY : first + windowMs;
}
