import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { HostRun, HostStore } from '../../../src/adapters/host.ts';
import { TelegramAdapter } from '../../../src/adapters/telegram/adapter.ts';
import type { TelegramOptions } from '../../../src/adapters/telegram/api/bot.ts';
import type { ReceiveRequest } from '../../../src/core/adapter/request-event.ts';
import type { FindSuggestions } from '../../../src/core/adapter/suggestions.ts';
import type { Clock } from '../../../src/core/time/clock.ts';
import { scaledClock } from '../../support/clocks/scaled.ts';
import { testHost } from '../../support/host.ts';
import { createInbox, type Received } from '../../support/inbox.ts';
import type { ShownMessage } from '../../support/telegram/chats.ts';
import { createPerson } from '../../support/telegram/people.ts';
import { startTelegram, type TelegramServer, TOKEN } from '../../support/telegram/server.ts';

/** A group with the bot in it. */
export const GROUP = -1001;
/** How many times faster than real time the clock runs. */
const FASTER = 50;

/** The kinds of updates that the bot asks for. */
export const ALLOWED_UPDATES = [
  'message',
  'edited_message',
  'callback_query',
  'inline_query',
  'my_chat_member',
];

/** The secret that Telegram sends with each call of the webhook. */
export const SECRET = 'a-long_secret';

/** Parts that replace those of the stage. */
interface StageOptions extends Partial<Omit<TelegramOptions, 'store' | 'run'>> {
  readonly store?: Partial<HostStore>;
  readonly run?: Partial<HostRun>;
}

export type Stage = Awaited<ReturnType<typeof stageTelegram>>;

/**
 * The adapter between a Bot API server and a core that only records requests.
 * @param options `clock`: of the adapter and of Telegram; by default a fast one
 * @param other another process, whose Telegram this process shares
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
    /** The messages of the log that begin with this part. */
    warnings: (part: string) =>
      logged.filter(({ msg }) => msg.startsWith(part)).map(({ msg }) => msg),
    /** The messages of the bot in their current state. */
    shown: (chat?: number): readonly ShownMessage[] =>
      telegram.chats.messages.filter(
        (one) => one.fromBot && (chat === undefined || one.chat === chat),
      ),
    start: (receive: ReceiveRequest = inbox.receive, suggest: FindSuggestions = async () => []) =>
      adapter.start(receive, suggest),
    /** Resolves with the request of this number, counted from 1, when it has arrived. */
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

/** The messages of the bot in their current state, as text. */
export function titles(stage: Stage, chat?: number): readonly string[] {
  return stage.shown(chat).map(({ text }) => text);
}

/** The text of a request. */
export function textOf({ request: { input } }: Received): string {
  if (input.kind === 'press') return `[${input.token}]`;
  if (input.kind === 'withdrawal') return 'withdrawn';
  return `/${input.name} ${input.options.kind === 'text' ? input.options.text : ''}`.trim();
}

/** The adapter behind an HTTP server like the bot's own. */
export async function stageWebhook(): Promise<{ stage: Stage; url: string }> {
  const app = new Hono();
  const port = await new Promise<number>((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) =>
      resolve(info.port),
    );
    onTestFinished(() => void server.close());
  });
  const url = `http://127.0.0.1:${port}/telegram/updates`;
  const mount = (path: string, handler: (request: Request) => Promise<Response>): void => {
    app.all(path, (context) => handler(context.req.raw));
  };
  return { stage: await stageTelegram({ webhookUrl: url, run: { mount } }), url };
}
