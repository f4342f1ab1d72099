import { LRUCache } from 'lru-cache';
import type { Show } from '../../../../core/adapter.ts';
import type { Clock } from '../../../../core/clock.ts';
import type { ShownReply } from '../../../../core/reply.ts';
import { isNotice } from '../../../shown-reply.ts';
import { createThrottledStates, type Putting } from '../../../throttled-states.ts';
import type { StartTyping } from '../../../typing.ts';
import { isOneOf } from '../../errors.ts';
import type { MessageTarget } from '../../target.ts';
import type { FallbackDelivery } from '../fallback-delivery.ts';
import { createForms, type PutNeeds, putSomehow } from './put.ts';
import type { Questions } from './questions.ts';

/** At least between two states of a reply that only tell how far it is. */
const DIRECT_INTERVAL_MS = 1_000;
/** On a server a channel's limit is for all its people. */
const SERVER_INTERVAL_MS = 3_000;
/**
 * At least between two calls in a channel that only tell how far a reply is, of all its replies together. Discord's limits "should
 * not be hard coded"; those of a channel are about five calls in five seconds, which the library learns and keeps for what
 * somebody waits for.
 */
const PAUSE_MS = 1_500;
/** Channels remembered. */
const REMEMBERED = 10_000;

/** What {@link openAnswer} works with. */
export interface AnswerNeeds extends PutNeeds {
  /** Used where the bot may not write, and for what only the asker may read. */
  readonly fallback: FallbackDelivery;
  readonly budget: ProgressBudget;
  readonly startTyping: StartTyping<string>;
  readonly questions: Questions;
}

/**
 * Shows the reply to a message: one message in its channel, edited with each state. It is sent under one nonce, so that
 * Discord makes one message of a reply, also where sending it got no answer. Answers that wait for a channel's limit are not
 * joined, as those of a Telegram group are: Discord allows a channel as much in five seconds as Telegram does a group in
 * fifteen, and each answer points to its own question.
 * @param taken the reply was opened before, so that a message may stand there that was not written down
 */
export function openAnswer(needs: AnswerNeeds, from: MessageTarget, taken: 'new' | 'again' = 'new'): Show {
  const { clock, budget, fallback, questions } = needs;
  const forms = createForms({ inDoubt: taken === 'again' });
  let at = from;
  let stopTyping: (() => void) | undefined;
  let isNewest: (() => boolean) | undefined;

  const deliver = (reply: ShownReply): Promise<void> => fallback.deliver(at, reply, { late: false });
  /** What says there that an answer is under way would say so for ever. */
  const removePlaceholder = async (): Promise<void> => {
    const { channel, message } = at;
    // Where the bot may not do that either, it stays.
    if (message !== undefined) await needs.api.deleteMessage({ channel, message }).catch(() => undefined);
  };
  const takeTurn = async ({ last, superseded }: Putting): Promise<void> => {
    if (last) return;
    await budget.turn(at.channel, superseded);
    superseded.throwIfAborted();
  };
  const inChannel = async (reply: ShownReply, putting: Putting): Promise<void> => {
    const { last } = putting;
    await takeTurn(putting);
    try {
      const isBeside = isNewest === undefined && from.editedAt !== undefined;
      const stands = isBeside ? besideAnswer(at) : withAnswer(questions, at);
      at = await putSomehow(needs, forms, { at: stands, reply, last });
      if (!isBeside && at.message !== undefined) questions.answered(at.question, at.message);
    } catch (error) {
      if (!last || !isOneOf(error, ['forbidden', 'direct-messages-closed'])) throw error;
      await deliver(reply).finally(removePlaceholder);
    }
  };
  /** As a direct message; what stands in the channel says so. */
  const inPrivate = async (reply: ShownReply, { last }: Putting): Promise<void> => {
    if (!last) return;
    try {
      await deliver(reply);
    } catch (error) {
      if (isOneOf(error, ['direct-messages-closed'])) await removePlaceholder();
      throw error;
    }
    if (at.message === undefined) return;
    const content = needs.sayAt(at)('discord.answeredInPrivate');
    const { channel, message } = at;
    const body = { content, embeds: [], components: [], attachments: [], allowed_mentions: { parse: [] } };
    // The answer is there; failing to say so loses nothing.
    await needs.api.editMessage({ channel, message }, { body, files: [] }, { last }).catch(() => undefined);
  };
  const put = async (reply: ShownReply, putting: Putting): Promise<MessageTarget> => {
    try {
      // The message was edited meanwhile, and its new answer takes this place.
      if (isNewest?.() === false) return at;
      await (reply.private && at.shared ? inPrivate(reply, putting) : inChannel(reply, putting));
      return at;
    } finally {
      if (putting.last) stopTyping?.();
    }
  };
  const minIntervalMs = from.direct ? DIRECT_INTERVAL_MS : SERVER_INTERVAL_MS;
  const show = createThrottledStates({ minIntervalMs, clock, put });
  return (reply, state) => {
    if (!(state.last && isNotice(reply))) isNewest ??= questions.begin(from.question, from.editedAt ?? 0);
    if (!state.last && stopTyping === undefined) {
      stopTyping = needs.startTyping(from.channel);
      state.ended?.addEventListener('abort', stopTyping, { once: true });
    }
    return show(reply, state);
  };
}

/** A notice to who has edited a question leaves the answer to what was asked before. */
function besideAnswer({ message: _, ...rest }: MessageTarget): MessageTarget {
  return rest;
}

/** The first state of the answer before may have been on its way when the question was edited; it is taken over. */
function withAnswer(questions: Questions, at: MessageTarget): MessageTarget {
  const stands = at.message ?? questions.answerOf(at.question);
  return stands === undefined ? at : { ...at, message: stands };
}

/** Leaves most of what Discord allows in a channel to answers. */
export interface ProgressBudget {
  /** Resolves when a call may be made that nobody waits for; rejects with the signal's reason if it is aborted before. */
  turn(channel: string, signal: AbortSignal): Promise<void>;
}

/** Creates the budget of this process. */
export function createProgressBudget(clock: Clock): ProgressBudget {
  const freeAt = new LRUCache<string, number>({ max: REMEMBERED });
  return {
    turn: async (channel, signal) => {
      for (;;) {
        signal.throwIfAborted();
        const pauseMs = (freeAt.get(channel) ?? Number.NEGATIVE_INFINITY) - clock.elapsed();
        if (pauseMs <= 0) break;
        await clock.sleep(pauseMs, signal);
      }
      freeAt.set(channel, clock.elapsed() + PAUSE_MS);
    },
  };
}
