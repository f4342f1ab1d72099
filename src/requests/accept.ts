import type { Receipt, Receive, Request, Show } from '../core/adapter.ts';
import type { RawOptions } from '../core/options.ts';
import type { Reply } from '../core/reply.ts';
import { refusals } from '../format/reply/refusal.ts';
import { sayIn } from '../format/words/say.ts';
import { maskCards } from '../imei/mask.ts';
import type { Log } from '../ops/log/log.ts';
import type { Access } from './access.ts';
import type { Buttons } from './buttons.ts';
import type { OpenRequests } from './open.ts';
import type { Run } from './run.ts';

/** Most open requests of one person; further ones are refused until some are answered. */
const OPEN_PER_REQUESTER = 50;
/** Most open requests in all, so that memory stays bounded. */
const OPEN_IN_ALL = 5_000;
/** Most characters that are stored. A text option accepts half of this; longer ones are refused anyway. */
const MAX_STORED = 200_000;

/** Takes requests from the adapters, and calls `onRequest` when a person asks something new. */
export function createAccept(options: {
  readonly requests: OpenRequests;
  readonly run: Run;
  readonly access: Access;
  readonly buttons: Buttons;
  readonly log: Log;
  readonly onRequest: (request: Request) => void;
}): Receive {
  const { requests, run, access, buttons, log, onRequest } = options;
  const isBusy = ({ requester }: Request): boolean =>
    requests.countOf(requester) >= OPEN_PER_REQUESTER || requests.count() >= OPEN_IN_ALL;
  /** Nothing is written for a refused request. */
  const refuse = async ({ id, requester }: Request, show: Show, reply: Reply): Promise<Receipt> => {
    const from = { requestId: id, requester };
    try {
      await show(buttons.offer(reply, from), { last: true });
    } catch (error) {
      log.warn({ err: error, request: id }, 'A refusal could not be shown');
    } finally {
      buttons.over(from);
    }
    return 'persisted';
  };
  /** A press of cancel is carried out at once; the stopped request shows the result. */
  const isCancelPress = async ({ input, requester }: Request): Promise<boolean> => {
    if (input.kind !== 'press') return false;
    const pressed = await buttons.press({ ...input, requester }).catch(() => undefined);
    return (
      pressed?.kind === 'effect' &&
      pressed.effect.kind === 'cancel' &&
      requests.cancel(pressed.requestId)
    );
  };
  const accept = async (request: Request, show: Show): Promise<Receipt> => {
    const { open, receipt } = await requests.accept(storedForm(request));
    if (open !== undefined) {
      void run(open, show);
      onRequest(request);
    }
    return receipt;
  };
  return async (request, show) => {
    const say = sayIn(request.locale);
    if (!access.isAllowed(request))
      return refuse(request, show, refusals.notAllowed(say, request.requester));
    // First, since a cancel needs no capacity and may free some.
    if (await isCancelPress(request)) return 'persisted';
    // An event that is delivered again needs no capacity.
    if (isBusy(request) && !(await requests.isKnown(request.id))) {
      onRequest(request);
      return refuse(request, show, refusals.busy(say));
    }
    return accept(request, show).catch((error: unknown) => {
      log.error(
        { err: error, request: request.id },
        'A request could not be accepted; its reply says so',
      );
      return refuse(request, show, refusals.unexpected(say));
    });
  };
}

/** The request with masked payment card numbers, and without the end of a text that is too long for any option. */
function storedForm(request: Request): Request {
  const { input } = request;
  if (input.kind !== 'command') return request;
  return { ...request, input: { ...input, options: storedOptions(input.options) } };
}

function storedOptions(options: RawOptions): RawOptions {
  if (options.kind === 'text') return { ...options, text: storedText(options.text) };
  const values = Object.entries(options.values).map(
    ([name, value]) => [name, typeof value === 'string' ? storedText(value) : value] as const,
  );
  return { ...options, values: Object.fromEntries(values) };
}

function storedText(text: string): string {
  return maskCards(text.length > MAX_STORED ? text.trim().slice(0, MAX_STORED) : text);
}
