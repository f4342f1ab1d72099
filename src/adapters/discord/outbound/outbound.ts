import type { Adapter, Show } from '../../../core/adapter.ts';
import { type Clock, momentOf } from '../../../core/clock.ts';
import type { Say, SayIn } from '../../../format/words/say.ts';
import { createTyping, type StartTyping } from '../../typing.ts';
import {
  answersMessage,
  type DiscordTarget,
  isLive,
  PLATFORM,
  readTarget,
  UNKNOWN_LOCALE,
} from '../target.ts';
import type { DiscordApi } from './api.ts';
import { createProgressBudget, openAnswer } from './chat/answer.ts';
import { createQuestions, type Questions } from './chat/questions.ts';
import { createFallbackDelivery } from './fallback-delivery.ts';
import { openReply } from './interaction/delivery.ts';
import { openFollowUp } from './interaction/follow-up.ts';
import { renderReply } from './render.ts';

/** Discord's documentation, "Trigger Typing Indicator": it "expires after 10 seconds". */
const TYPING_TIMES = { repeatMs: 9_000, shownMs: 8_000 };

/** What {@link createOutbound} works with. */
export interface OutboundNeeds {
  readonly api: DiscordApi;
  readonly clock: Clock;
  /** Returns the catalogue for a locale. */
  readonly sayIn: SayIn;
  /** Makes the commands clickable that a Markdown text names. */
  readonly mention: (markdown: string) => string;
  /** Aborted when the adapter stops. */
  readonly stopped: AbortSignal;
}

/** All that is shown on Discord. */
export interface Outbound extends Pick<Adapter, 'reopen' | 'notify'> {
  /** What was asked in messages, and how it was answered. */
  readonly questions: Questions;
  /** Opens the way to show a reply. */
  readonly open: (at: DiscordTarget) => Show;
}

/** Puts the way out together; nothing is called yet. */
export function createOutbound({ api, clock, sayIn, mention, stopped }: OutboundNeeds): Outbound {
  const sayAt = ({ locale }: DiscordTarget): Say => sayIn(locale);
  const questions = createQuestions();
  const fallback = createFallbackDelivery({ api, sayAt, mention });
  const needs = {
    ...{ api, fallback, clock, sayAt, questions, mention, stopped },
    budget: createProgressBudget(clock),
    startTyping: createChannelTyping(api, clock),
  };
  const openFor = (at: DiscordTarget, taken: 'new' | 'again'): Show =>
    answersMessage(at) ? openAnswer(needs, at, taken) : openReply(needs, at, taken);
  return {
    questions,
    open: (at) => openFor(at, 'new'),
    reopen: async (target, beside) => {
      const at = readTarget(target);
      if (at === undefined) return undefined;
      const now = momentOf(clock);
      if (!fallback.isClosed(at) && (answersMessage(at) || isLive(at, now))) return openFor(at, 'again');
      const next = beside === undefined ? undefined : readTarget(beside);
      if (isLive(next, now)) return openFollowUp(needs, at, next);
      // Who writes to the bot can be written to.
      return next?.direct !== true && fallback.isClosed(at) ? undefined : openFor(at, 'again');
    },
    notify: async (admin, reply) => {
      const [platform, kind, user] = admin.split(':');
      if (platform !== PLATFORM || kind !== 'user' || user === undefined) return false;
      try {
        const message = renderReply(reply, { owner: user, say: sayIn(UNKNOWN_LOCALE), mention });
        await api.send(await api.directChannel(user), message);
        return true;
      } catch {
        return false; // The call has logged why.
      }
    },
  };
}

/** Shows in a channel that the bot is typing. */
export function createChannelTyping(api: Pick<DiscordApi, 'type'>, clock: Clock): StartTyping<string> {
  return createTyping<string>({ ...TYPING_TIMES, clock, keyOf: (channel) => channel, show: api.type });
}
