import type { Receipt, Receive, Request, Show } from '../../../core/adapter.ts';
import { deferred } from '../../../core/async/deferred.ts';
import type { Clock } from '../../../core/clock.ts';

/** A request whose reply is being shown is persisted or needs no persistence, so its receipt is due. */
const RECEIPT_DUE_MS = 1_000;

/** The receipt of `receive`; a refusal that is slow to be shown does not delay other updates. */
export async function receiptOf(
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
