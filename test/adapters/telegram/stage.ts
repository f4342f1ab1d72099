import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { HostRun, HostStore } from '../../../src/adapters/host.ts';
import { TelegramAdapter } from '../../../src/adapters/telegram/adapter.ts';
import type { TelegramOptions } from '../../../src/adapters/telegram/api/bot.ts';
import type { ReceiveRequest } from '../../../src/core/adapter/request.ts';
import type { FindSuggestions } from '../../../src/core/adapter/suggestions.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { scaledClock } from '../../support/clocks/scaled.ts';
import { testHost } from '../../support/host.ts';
import { createInbox, type Received } from '../../support/inbox.ts';
import type { ShownMessage } from '../../support/telegram/chats.ts';
import { createPerson } from '../../support/telegram/people.ts';
import { startTelegram, type TelegramServer, TOKEN } from '../../support/telegram/server.ts';

/** A group with the bot in it. */
export const GROUP = -1001;
/** A second takes so many times less. */
const FASTER = 50;

/** With which Telegram calls the webhook. */
export const SECRET = 'a-long_secret';

/** In place of what the stage has. */
interface StageOptions extends Partial<Omit<TelegramOptions, 'store' | 'run'>> {
  readonly store?: Partial<HostStore>;
  readonly run?: Partial<HostRun>;
}

export type Stage = Awaited<ReturnType<typeof stageTelegram>>;

/**
 * The adapter between a Bot API server and a core that only writes down what it is asked.
 * @param options `clock`: by default a fast one; Telegram has the same
 * @param other another process, at whose Telegram this one is as well
 */
export async function stageTelegram(
  options: StageOptions = {},
  other?: { readonly clock: Clock; readonly telegram: TelegramServer },
) {
  const clock = options.clock ?? other?.clock ?? scaledClock(FASTER);
  const telegram = other?.telegram ?? (await startTelegram(clock));
  const inbox = createInbox();
  const fatal: string[] = [];
  const logged: { level: number; msg: string; [detail: string]: unknown }[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => void logged.push(JSON.parse(line)) });
  const host = testHost(clock);
  const store = { ...host.store, secretFor: () => SECRET, ...options.store };
  const adapter = new TelegramAdapter({
    ...host,
    token: TOKEN,
    apiUrl: telegram.url,
    languages: [],
    webhookUrl: undefined,
    log,
    ...options,
    store,
    run: { ...host.run, onLost: (reason) => void fatal.push(reason), ...options.run },
  });
  onTestFinished(() => adapter.stop());
  return {
    adapter,
    telegram,
    clock,
    storedMessages: store.messages,
    ann: createPerson(telegram, { id: 11 }),
    bob: createPerson(telegram, { id: 22, language: 'de' }),
    inbox,
    fatal,
    logged,
    /** The messages of the log that begin so. */
    warnings: (part: string) =>
      logged.filter(({ msg }) => msg.startsWith(part)).map(({ msg }) => msg),
    /** What the bot has posted and edited, as it is now. */
    shown: (chat?: number): readonly ShownMessage[] =>
      telegram.chats.messages.filter(
        (one) => one.fromBot && (chat === undefined || one.chat === chat),
      ),
    start: (receive: ReceiveRequest = inbox.receive, suggest: FindSuggestions = async () => []) =>
      adapter.start(receive, suggest),
    /** The request with this number, once it has come. */
    received: inbox.received,
  };
}

/** A stage that has started, with a group. */
export async function inGroup(options?: StageOptions): Promise<Stage> {
  const stage = await stageTelegram(options);
  stage.telegram.chats.groups.add(GROUP);
  await stage.start();
  return stage;
}

/** What the bot has posted and edited, as text. */
export function titles(stage: Stage, chat?: number): readonly string[] {
  return stage.shown(chat).map(({ text }) => text);
}

/** What was asked, as text. */
export function textOf({ request: { input } }: Received): string {
  if (input.kind === 'press') return `[${input.token}]`;
  if (input.kind === 'withdrawal') return 'withdrawn';
  return `/${input.name} ${input.options.kind === 'text' ? input.options.text : ''}`.trim();
}
