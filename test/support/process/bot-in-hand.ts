import { randomUUID } from 'node:crypto';
import { type Run, startRun } from '../../../src/bot/run.ts';
import type {
  Adapter,
  FindSuggestions,
  ReceiveRequest,
  Request,
} from '../../../src/core/adapter.ts';
import { systemClock } from '../../../src/core/clock.ts';
import type { ShownReply } from '../../../src/core/reply.ts';
import { createLog } from '../../../src/ops/log/log.ts';
import { fakeAdapter } from '../fake-adapter.ts';
import { configOf } from '../settings.ts';

/** The whole bot with a platform that the test is: what comes in goes straight to the core. */
export interface BotInHand {
  /** The last states of replies to requests that were taken up from before. */
  readonly takenUp: readonly ShownReply[];
  readonly suggest: FindSuggestions;
  /** Asks, and resolves with the last state of the reply, or with the first one that is wanted. */
  ask(parts: Parts, isWanted?: (reply: ShownReply) => boolean): Promise<ShownReply>;
  /** Asks, and resolves when the request is written down, with whether it was. */
  begin(parts: Parts): ReturnType<ReceiveRequest>;
  readonly ready: Run['ready'];
  readonly stop: () => Promise<void>;
}

type Parts = Partial<Request> & Pick<Request, 'requester'>;

const nothing = { kind: 'command', name: 'imei', options: { kind: 'text', text: '' } } as const;

/**
 * @param settings the environment; a store of its own must be among it, as `serviceWith` gives
 */
export async function startBotInHand(
  platform: string,
  settings: Record<string, string>,
  readFile?: Adapter['readFile'],
): Promise<BotInHand> {
  const config = configOf(settings);
  const takenUp: ShownReply[] = [];
  let receive: ReceiveRequest = async () => 'keep';
  let suggest: FindSuggestions = async () => [];
  const requestOf = (parts: Parts): Request => ({
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
  const bot = await startRun({
    config,
    clock: systemClock,
    log: createLog({ level: 'silent', secrets: [], readable: false }),
    platforms: [{ name: adapter.platform, create: async () => adapter }],
  });
  let stopped: Promise<void> | undefined;
  return {
    takenUp,
    suggest: (...typed) => suggest(...typed),
    ask: (parts, isWanted = () => false) =>
      new Promise<ShownReply>((resolve, reject) => {
        receive(requestOf(parts), async (reply, { isLast }) => {
          if (isLast || isWanted(reply)) resolve(reply);
          return {};
        }).catch(reject);
      }),
    begin: (parts) => receive(requestOf(parts), async () => ({})),
    ready: bot.ready,
    stop: () => {
      stopped ??= bot.stop();
      return stopped;
    },
  };
}
