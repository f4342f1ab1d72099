import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import type { Receipt, Receive, Request, Show, Suggest } from '../../../core/adapter.ts';
import { deferred } from '../../../core/async/promises.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Say } from '../../../format/words/say.ts';
import type { Log } from '../../../ops/log/log.ts';
import type { Answered } from '../memory/answered.ts';
import type { CommandMenu } from '../menu/registration.ts';
import type { Calls } from '../outbound/api.ts';
import { type DeliveryNeeds, openReply } from '../outbound/delivery.ts';
import { answerInline } from './inline.ts';
import type { InlineChecks } from './inline-checks.ts';
import { answerPress, showPressed } from './presses.ts';
import { createReader, type Read } from './reader.ts';
import type { UpdateContext } from './receive.ts';

/** A request whose reply is being shown is persisted or needs no persistence, so its receipt is due. */
const RECEIPT_DUE_MS = 1_000;

/** What {@link createTakeUpdate} works with. */
export interface UpdatesNeeds {
  readonly api: Api;
  readonly calls: Calls;
  readonly clock: Clock;
  readonly log: Log;
  readonly context: UpdateContext;
  readonly inlineChecks: InlineChecks;
  readonly answered: Answered;
  readonly receive: Receive;
  readonly suggest: Suggest;
  readonly sayIn: (locale: string) => Say;
  readonly menu: Pick<CommandMenu, 'writeFor'>;
  readonly delivery: DeliveryNeeds;
}

/**
 * Handles one update. Resolves with whether it may be confirmed to Telegram; never rejects, and does not wait for replies.
 */
export type TakeUpdate = (update: Update) => Promise<Receipt>;

/** Creates the handler of updates. */
export function createTakeUpdate(needs: UpdatesNeeds): TakeUpdate {
  const { api, log, sayIn, menu, delivery } = needs;
  const read = createReader(needs);
  const takeHeard = (heard: Read['heard']): Receipt | Promise<Receipt> => {
    switch (heard.kind) {
      case 'nothing':
        return 'persisted';
      case 'query':
        // Not worth storing: the next key press asks again.
        answerInline(needs, heard.query).catch((error) =>
          log.debug({ err: error }, 'An inline query could not be answered'),
        );
        return 'persisted';
      case 'not-yours':
        answerPress(api, heard.query, sayIn(heard.locale)('telegram.notYourButton'));
        return 'persisted';
      case 'press': {
        const { query, target, request } = heard;
        const show = openReply(delivery, target);
        return receiptOf(needs, request, showPressed(needs, { query, target, show }));
      }
      case 'ask': {
        const { target, request } = heard;
        // A person has written in private, so that the bot may write to them.
        if (target.where === 'chat' && !target.group && target.user !== undefined)
          void menu.writeFor(target.user);
        return receiptOf(needs, request, openReply(delivery, target));
      }
    }
  };
  return async (update) => {
    try {
      const { heard, kept } = await read(update);
      const [receipt] = await Promise.all([takeHeard(heard), kept]);
      return receipt;
    } catch (error) {
      // If it were not confirmed, it would be delivered for ever and block all later updates.
      log.error(
        { err: error, update: update.update_id },
        'An update from Telegram could not be understood and was passed over. Please report this as a fault of the bot',
      );
      return 'persisted';
    }
  };
}

/** The receipt of `receive`; a refusal that is slow to be shown does not delay other updates. */
async function receiptOf(
  { receive, clock }: { readonly receive: Receive; readonly clock: Clock },
  request: Request,
  show: Show,
): Promise<Receipt> {
  const due = deferred<Receipt>();
  let isSettled = false;
  let cancel: (() => void) | undefined;
  const watched: Show = (reply, state) => {
    if (!isSettled) cancel ??= clock.later(RECEIPT_DUE_MS, () => due.resolve('persisted'));
    return show(reply, state);
  };
  try {
    return await Promise.race([receive(request, watched), due.promise]);
  } finally {
    isSettled = true;
    cancel?.();
  }
}
