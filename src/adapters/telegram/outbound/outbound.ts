import type { Api } from 'grammy';
import type { Clock } from '../../../core/clock.ts';
import type { Say } from '../../../format/words/say.ts';
import { createTyping, type StartTyping } from '../../typing.ts';
import type { EphemeralSupport } from '../ephemeral.ts';
import type { Incidents } from '../incidents.ts';
import type { Albums } from '../memory/albums.ts';
import type { Answered } from '../memory/answered.ts';
import type { ChatTarget } from '../target.ts';
import { type Calls, createCalls } from './api.ts';
import { type ClientNeeds, createClient } from './client.ts';
import type { DeliveryNeeds } from './delivery.ts';
import { createFiles } from './files.ts';
import { createMessages } from './messages/messages.ts';
import { type ChatQueues, createChatQueues } from './queue.ts';
import { removeLate } from './remove-late.ts';

/** Bot API, sendChatAction: "The status is set for 5 seconds or less". */
const TYPING_TIMES = { repeatMs: 4_500, shownMs: 4_000 };

/** Time limit for calls other than polls, unless told otherwise. */
const CALL_TIMEOUT_SECONDS = 20;
/** Time limit for calls that only tell how far a reply is, since its answer waits for the one under way. */
const PROGRESS_TIMEOUT_SECONDS = 3;

/** What {@link createOutbound} works with. */
export interface OutboundNeeds {
  /** Where the Bot API is, and who calls it. */
  readonly at: ClientNeeds;
  readonly callTimeoutSeconds?: number | undefined;
  readonly clock: Clock;
  readonly incidents: Incidents;
  readonly answered: Answered;
  readonly albums: Albums;
  readonly ephemeral: EphemeralSupport;
  readonly sayIn: (locale: string) => Say;
  /** undefined until connected. */
  readonly username: () => string | undefined;
  /** Called if the token is refused, after which nothing works. */
  readonly onUnauthorized: () => void;
}

/** All that goes to Telegram. */
export interface Outbound {
  readonly api: Api;
  readonly calls: Calls;
  /** What replies are shown with. */
  readonly delivery: DeliveryNeeds;
}

/** Puts the way out together; nothing is called yet. */
export function createOutbound(needs: OutboundNeeds): Outbound {
  const { at, callTimeoutSeconds = CALL_TIMEOUT_SECONDS, clock, sayIn, answered, albums, ephemeral } = needs;
  const api = createClient(at, callTimeoutSeconds);
  const queues = createChatQueues(clock);
  const calls = createCalls({ ...needs, queues });
  const messages = createMessages({
    ...needs,
    api,
    hastyApi: createClient(at, PROGRESS_TIMEOUT_SECONDS, removeLate({ api, calls })),
    calls,
  });
  const files = createFiles({ ...needs, api, calls });
  const startTyping = createChatTyping({ api, clock }, queues);
  return {
    api,
    calls,
    delivery: { startTyping, answered, albums, ephemeral, messages, files, clock, sayIn },
  };
}

/** Shows `typing` in a chat while the budget is not short. */
function createChatTyping(
  { api, clock }: { readonly api: Api; readonly clock: Clock },
  queues: ChatQueues,
): StartTyping<ChatTarget> {
  return createTyping<ChatTarget>({
    ...TYPING_TIMES,
    clock,
    keyOf: ({ chat, thread }) => `${chat}:${thread}`,
    hasRoom: queues.hasPlenty,
    show: ({ chat, thread }) =>
      api.sendChatAction(chat, 'typing', thread === undefined ? {} : { message_thread_id: thread }),
  });
}
