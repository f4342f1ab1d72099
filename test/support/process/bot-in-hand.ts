import { randomUUID } from 'node:crypto';
import type { Run } from '../../../src/bot/run.ts';
import type { Adapter } from '../../../src/core/adapter/adapter.ts';
import type { ReceiveRequest, RequestEvent } from '../../../src/core/adapter/request-event.ts';
import type { FindSuggestions } from '../../../src/core/adapter/suggestions.ts';
import type { ReplyWithButtons } from '../../../src/core/reply/reply.ts';
import { platformWith, startBot } from '../bot.ts';
import { fakeAdapter } from '../fake-adapter.ts';

/** The whole bot. The test is its platform, and hands requests directly to the core. */
export interface BotInHand {
  /** The last states of the replies to requests that an earlier process left open. */
  readonly takenUp: readonly ReplyWithButtons[];
  readonly suggest: FindSuggestions;
  /** Asks, and resolves with the last state of the reply, or with the first one that is wanted. */
  ask(parts: Parts, isWanted?: (reply: ReplyWithButtons) => boolean): Promise<ReplyWithButtons>;
  /** Asks, and resolves with the receipt, which says whether the request was stored. */
  begin(parts: Parts): ReturnType<ReceiveRequest>;
  readonly ready: Run['ready'];
  readonly stop: () => Promise<void>;
}

type Parts = Partial<RequestEvent> & Pick<RequestEvent, 'requester'>;

const nothing = { kind: 'command', name: 'imei', options: { kind: 'text', text: '' } } as const;

/**
 * @param settings the environment, with a store of its own, as `serviceWith` returns it
 */
export async function startBotInHand(
  platform: string,
  settings: Record<string, string>,
  readFile?: Adapter['readFile'],
): Promise<BotInHand> {
  const takenUp: ReplyWithButtons[] = [];
  let receive: ReceiveRequest = async () => 'redeliver';
  let suggest: FindSuggestions = async () => [];
  const requestOf = (parts: Parts): RequestEvent => ({
    id: `${platform}:test:${randomUUID()}`,
    input: nothing,
    scopes: [],
    locale: 'en',
    visibility: 'private',
    target: {},
    ...parts,
  });
  const adapter = fakeAdapter({
    platform,
    start: async (...handed) => {
      [receive, suggest] = handed;
    },
    reopen:
      async () =>
      async (reply, { isLast }) => {
        if (isLast) takenUp.push(reply);
        return {};
      },
    notify: async () => true,
    ...(readFile && { readFile }),
  });
  const bot = await startBot(
    { SHUTDOWN_GRACE: '20s', ...settings },
    { platforms: [platformWith(adapter)] },
  );
  return {
    takenUp,
    suggest: (...typed) => suggest(...typed),
    ask: (parts, isWanted = () => false) =>
      new Promise<ReplyWithButtons>((resolve, reject) => {
        receive(requestOf(parts), async (reply, { isLast }) => {
          if (isLast || isWanted(reply)) resolve(reply);
          return {};
        }).catch(reject);
      }),
    begin: (parts) => receive(requestOf(parts), async () => ({})),
    ready: bot.ready,
    stop: bot.stop,
  };
}
