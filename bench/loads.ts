import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../src/core/clock.ts';
import { createPerson } from '../test/support/telegram/people.ts';
import {
  openTelegram,
  TOKEN as TELEGRAM_TOKEN,
  type TelegramServer,
} from '../test/support/telegram/server.ts';
import { knownImei } from './core.ts';
import { ANSWER } from './crowds.ts';
import type { Program } from './processes.ts';

/** Numbers that one person asks for in one moment, each in a message of its own. */
const AT_ONCE = 10;
/** People of one group that ask in one moment for what is known. */
const IN_GROUP = 30;
const GROUP = -5;
/** Often enough to tell when an answer has come. */
const LOOK_MS = 5;

/** What came of many who asked at once. */
export interface Load {
  readonly name: string;
  readonly seconds: number;
  readonly calls: number;
  readonly refused: number;
  /** Refused in a pause that Telegram had asked for. */
  readonly impatient: number;
  /** The time within which they are to be answered. */
  readonly goalSeconds: number;
}

/** A Telegram that keeps its limits. */
export interface LoadedTelegram {
  readonly environment: Readonly<Record<string, string>>;
  readonly ready: Promise<void>;
  run(program: Program): Promise<readonly Load[]>;
  close(): Promise<void>;
}

export async function openLoadedTelegram(): Promise<LoadedTelegram> {
  let onReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  const server = await openTelegram(systemClock, {
    onCall: ({ method }) => {
      if (method === 'getUpdates') onReady();
    },
  });
  return {
    environment: { TELEGRAM_TOKEN, TELEGRAM_API_URL: server.url },
    ready,
    run: async (program) => {
      const person = createPerson(server, { id: 1 });
      const numbers = Array.from({ length: AT_ONCE }, (_, serial) => knownImei(serial));
      const own = await program.during(
        loadOf(server, { chat: 1, count: AT_ONCE, ask: () => numbers.map((imei) => person.say(imei)) }),
      );
      server.chats.groups.add(GROUP);
      const people = Array.from({ length: IN_GROUP }, (_, index) =>
        createPerson(server, { id: 100 + index }),
      );
      const ask = (): unknown =>
        people.map((one, index) => one.say(`/imei ${numbers[index % AT_ONCE]}`, { group: GROUP }));
      const group = await program.during(loadOf(server, { chat: GROUP, count: IN_GROUP, ask }));
      return [
        { name: `${AT_ONCE} numbers in a private chat`, goalSeconds: 12, ...own },
        // At 20 a minute the last ten wait for the second minute; 10 % more.
        { name: `${IN_GROUP} saved answers in a group`, goalSeconds: 66, ...group },
      ];
    },
    close: () => server.close(),
  };
}

interface Asking {
  readonly chat: number;
  readonly count: number;
  readonly ask: () => unknown;
}

async function loadOf(
  { chats, calls, flood }: TelegramServer,
  { chat, count, ask }: Asking,
): Promise<Omit<Load, 'name' | 'goalSeconds'>> {
  const before = { calls: calls.length, refused: flood.refused, impatient: flood.impatient };
  const startedAt = performance.now();
  ask();
  const shown = (): number =>
    chats.messages.reduce(
      (sum, one) =>
        one.chat === chat && one.fromBot ? sum + one.text.split(`✅ ${ANSWER}`).length - 1 : sum,
      0,
    );
  while (shown() < count) await sleep(LOOK_MS);
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    calls: calls.slice(before.calls).filter(({ method }) => /^(?:send|edit)Message/.test(method)).length,
    refused: flood.refused - before.refused,
    impatient: flood.impatient - before.impatient,
  };
}
