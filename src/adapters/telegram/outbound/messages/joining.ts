import type { InlineKeyboardButton } from 'grammy/types';
import { type Deferred, deferred } from '../../../../core/async/promises.ts';
import { openingNew } from '../../button-data.ts';
import { type FaultKind, faultOf } from '../../errors.ts';
import type { ChatTarget } from '../../target.ts';
import type { Calls } from '../api.ts';
import { cutUnits, MAX_ENTITIES, MAX_TEXT_UNITS } from '../lines.ts';
import type { Destination } from '../queue.ts';
import type { RenderedReply } from '../render.ts';

/** Failures that each answer meets or avoids on its own. */
const OF_ONE: ReadonlySet<FaultKind> = new Set(['entities', 'refused', 'no-topic', 'migrated']);
/** More answers in one message have too many buttons to find one's own. */
const MOST_JOINED = 5;
/** For the number before each answer and the empty line after it. */
const NUMBER_UNITS = 6;

/** What {@link createJoining} works with. */
export interface JoiningNeeds {
  readonly calls: Calls;
  /** Sends a message; resolves with its id. */
  readonly send: (answer: OutgoingAnswer) => Promise<number>;
}

/** The message that shows an answer. */
export interface SentAnswer {
  readonly message: number;
  /** It shows others as well. */
  readonly joined: boolean;
}

/**
 * Sends the answers of a group: at once while Telegram's limit allows it; those that have to wait for it go together in one
 * message. Rejects with a `TelegramFault`.
 */
export type SendAnswer = (answer: OutgoingAnswer, to: Destination) => Promise<SentAnswer>;

interface Waiting extends OutgoingAnswer {
  /** Aborted when another answer takes this one along. */
  readonly taken: AbortController;
  /** How that one fared. */
  readonly outcome: Deferred<number>;
}

/** Creates what joins answers. */
export function createJoining({ calls, send }: JoiningNeeds): SendAnswer {
  const waiting = new Map<string, Waiting[]>();

  /** Takes along what goes to the same target, as far as it fits. */
  const takeAlong = (key: string, batch: readonly Waiting[]): Waiting[] => {
    const others = (waiting.get(key) ?? []).filter((one) => !batch.includes(one));
    const all = [...batch, ...others];
    const together = all.slice(0, Math.max(batch.length, fittingInOne(all)));
    const left = all.slice(together.length);
    if (left.length > 0) waiting.set(key, left);
    else waiting.delete(key);
    for (const one of together.slice(1)) one.taken.abort(TAKEN);
    return together;
  };
  const sendTogether = async (key: string, own: Waiting, to: Destination): Promise<SentAnswer> => {
    let batch = [own];
    const call = (): Promise<number> => {
      batch = takeAlong(key, batch);
      return send({ target: own.target, rendered: renderedFor(batch) });
    };
    try {
      const message = await calls.single(call, { to, signal: own.taken.signal });
      for (const { outcome } of batch.slice(1)) outcome.resolve(message);
      return { message, joined: batch.length > 1 };
    } catch (error) {
      if (error === TAKEN) return { message: await own.outcome.promise, joined: true };
      for (const { outcome } of batch.slice(1)) outcome.reject(error);
      throw error;
    }
  };
  return async (answer, to) => {
    const key = `${answer.target.chat}:${answer.target.thread}`;
    const own: Waiting = { ...answer, taken: new AbortController(), outcome: deferred() };
    waiting.set(key, [...(waiting.get(key) ?? []), own]);
    try {
      return await sendTogether(key, own, to);
    } catch (error) {
      if (!OF_ONE.has(faultOf(error).kind)) throw error;
      return { message: await calls.single(() => send(answer), { to }), joined: false };
    }
  };
}

function renderedFor(batch: readonly OutgoingAnswer[]): RenderedReply {
  const [first, ...others] = batch;
  return first !== undefined && others.length === 0 ? first.rendered : joinAnswers(batch);
}

/** Created once, since creating an error costs more than everything else here. */
const TAKEN = new Error('sent with another answer');

/** An answer on its way to a chat. */
export interface OutgoingAnswer {
  readonly target: ChatTarget;
  readonly rendered: RenderedReply;
}

/** How many of these answers, from the first on, fit into one message; at least one. */
function fittingInOne(answers: readonly OutgoingAnswer[]): number {
  let units = 0;
  let entities = 0;
  let count = 0;
  for (const { rendered } of answers.slice(0, MOST_JOINED)) {
    units += rendered.plain.length + NUMBER_UNITS;
    // One more for the number.
    entities += entitiesIn(rendered.html) + 1;
    if (count > 0 && (units > MAX_TEXT_UNITS || entities > MAX_ENTITIES)) break;
    count += 1;
  }
  return count;
}

/**
 * Several answers as one message, numbered, with the buttons of each under its number. It replies to the first question; the
 * number of another person's answer mentions that person, since a message replies to one only. No button changes the message.
 */
function joinAnswers(answers: readonly OutgoingAnswer[]): RenderedReply {
  const [first] = answers;
  const numbered = answers.map(({ target, rendered }, index) => {
    const number = `${index + 1}.`;
    const { user } = target;
    const named = user === undefined || user === first?.target.user ? number : mention(user, number);
    return { html: `${named} ${rendered.html}`, plain: `${number} ${rendered.plain}` };
  });
  return {
    html: numbered.map(({ html }) => html).join('\n\n'),
    plain: numbered.map(({ plain }) => plain).join('\n\n'),
    keyboard: answers.flatMap(({ rendered }, index) =>
      rendered.keyboard.map((row) => row.map((button) => numberedButton(button, index + 1))),
    ),
    files: [],
  };
}

/** Bot API, HTML style: "inline mention of a user", which tells that person. */
export function mention(user: number, text: string): string {
  return `<a href="tg://user?id=${user}">${text}</a>`;
}

function numberedButton(button: InlineKeyboardButton, number: number): InlineKeyboardButton {
  const text = cutUnits(`${number}. ${button.text}`, 64);
  return 'callback_data' in button
    ? { ...button, text, callback_data: openingNew(button.callback_data) }
    : { ...button, text };
}

function entitiesIn(html: string): number {
  return html.match(/<[a-z]/g)?.length ?? 0;
}
