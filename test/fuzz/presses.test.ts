import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLine } from '../../src/adapters/console/line.ts';
import { readCustomId } from '../../src/adapters/discord/target.ts';
import { PRESS_DATA } from '../../src/adapters/telegram/render.ts';
import type { Adapter, Ask, Principal, Request, Show } from '../../src/core/adapter.ts';
import { systemClock } from '../../src/core/clock.ts';
import { defineCommand } from '../../src/core/command.ts';
import { type OptionSpec, parseOptions, type RawOptions } from '../../src/core/options.ts';
import { reply, type ShownReply } from '../../src/core/reply.ts';
import { createLog } from '../../src/ops/log/log.ts';
import { createRequests } from '../../src/requests/requests.ts';
import { createStoreHealth } from '../../src/store/health.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { runs } from '../support/nightly.ts';
import { hostileText } from '../support/process/hostile.ts';
import { createMemoryStore } from '../support/store/memory-store.ts';

const ANN = 'test:user:1';
const BOB = 'test:user:2';
const TERMINAL = 'console:user:local';
const ANNS = 'message 7';

/** All that presses lead to: the rooms behind the adapters, with a command that is paid for each time it runs. */
async function startHouse() {
  const clock = systemClock;
  const store = createMemoryStore(clock);
  const paid: Principal[] = [];
  const standing = new Map<string, string>([['message 8', 'Bobs']]);
  const imei = defineCommand({
    name: 'imei',
    audience: 'everyone',
    options: [{ name: 'imei', kind: 'text', required: true }],
    run: async function* ({ options: { imei: asked }, requester, signal }) {
      paid.push(requester);
      const more = { kind: 'invoke', command: 'imei', options: { kind: 'text', text: 'more' } } as const;
      yield reply({
        tone: 'neutral',
        title: `${requester} asks ${asked}`,
        actions: [
          { id: 'more', label: 'More', effect: more, opens: 'here' },
          { id: 'cancel', label: 'Cancel', effect: { kind: 'cancel' }, opens: 'here' },
        ],
      });
      if (asked !== 'for long') return;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      yield reply({ tone: 'neutral', title: 'stopped' });
    },
  });
  const platform = (name: string): Adapter => ({
    platform: name,
    start: async () => undefined,
    connected: () => true,
    reopen: async () => undefined,
    standsAt: ({ message }) => String(message),
    readFile: () => Promise.reject(new Error('there are no files')),
    notify: async () => false,
    stop: async () => undefined,
  });
  const health = createStoreHealth({ store, clock, onFailing: fail, onHealed: () => undefined });
  const requests = createRequests({
    ...{ store, clock, health, commands: [imei], maxAgeMs: 86_400_000 },
    adapters: [platform('test'), platform('console')],
    seal: createSeal('0123456789abcdef'.repeat(4)),
    log: createLog({ level: 'silent', secrets: [], readable: false }),
    raise: () => undefined,
    access: { allowed: [], admins: [] },
  });
  let events = 0;
  /** Resolves with the last state of what comes of it. */
  const send = (requester: Principal, ask: Ask, message: string, first?: (reply: ShownReply) => void) =>
    new Promise<ShownReply>((resolve, reject) => {
      events += 1;
      const request: Request = {
        ...{ id: `${requester}:${events}`, ask, requester, scopes: [], locale: 'en', visibility: 'shared' },
        target: { message },
      };
      const show: Show = async (shown, { last }) => {
        // An adapter lets a word aside replace nothing.
        if (!shown.private) standing.set(message, shown.title);
        first?.(shown);
        if (last) resolve(shown);
        return { message };
      };
      requests.receive(request, show).catch(reject);
    });
  const command = (text: string): Ask => ({ kind: 'command', name: 'imei', options: { kind: 'text', text } });
  return {
    paid,
    standing,
    press: (requester: Principal, token: string, on: string) =>
      send(requester, { kind: 'press', token, on }, on),
    ask: (requester: Principal, text: string, message: string) => send(requester, command(text), message),
    /** Resolves with the first state that is shown of what goes on and on. */
    askForLong: (requester: Principal, message: string) => {
      let over = false;
      const begun = new Promise<ShownReply>((resolve) => {
        send(requester, command('for long'), message, resolve).then(
          () => {
            over = true;
          },
          () => undefined,
        );
      });
      return { begun, isOver: () => over };
    },
    stop: async () => {
      health.stop();
      requests.close();
      await requests.stop();
    },
  };
}

function fail(error: unknown): never {
  throw error;
}

describe('forged presses', () => {
  it('pay for nothing and change nothing of others, by whatever data and on whatever platform', async () => {
    const house = await startHouse();
    const { actions } = await house.ask(ANN, '490154203237518', ANNS);
    const long = house.askForLong(ANN, 'message 9');
    const running = await long.begun;
    const tokens = [...actions, ...running.actions].map(({ token }) => token);
    const before = { paid: [...house.paid], anns: house.standing.get(ANNS) };

    const one = fc.constantFrom(...tokens);
    const near = fc.tuple(one, fc.nat(), fc.string({ maxLength: 3 })).map(([token, at, put]) => {
      const from = at % token.length;
      return `${token.slice(0, from)}${put}${token.slice(from + put.length)}`;
    });
    const data = fc
      .tuple(fc.constantFrom('h', 'n', 'c', ''), fc.oneof(hostileText, near, one))
      .map(([kind, text]) => `${kind}${text}`);
    const places = fc.constantFrom(ANNS, 'message 8', 'message 9');
    await fc.assert(
      fc.asyncProperty(data, places, async (said, on) => {
        const discord = readCustomId(`h:2:${said.slice(1)}`)?.token;
        const [, , telegram] = PRESS_DATA.exec(said) ?? [];
        const shown = new Map([[1, 'a token of the terminal']]);
        const line = readLine(said, ['imei'], 'imei', (number) => shown.get(number));
        // At the terminal nobody can name a token at all: a number presses what was printed last.
        if (line.kind === 'ask' && line.ask.kind === 'press')
          expect(line.ask.token).toBe('a token of the terminal');
        const forged = [discord, telegram, said];
        for (const token of new Set(forged))
          if (token !== undefined)
            await Promise.all([
              house.press(BOB, token, on),
              house.press(TERMINAL, token, on),
              // Her own button, but not where she was shown it.
              tokens.includes(token) && house.press(ANN, token, 'message 8'),
            ]);
        expect({ paid: house.paid, anns: house.standing.get(ANNS) }).toEqual(before);
        expect(long.isOver()).toBe(false);
      }),
      runs(60, 5_000, { seed: 2_101 }),
    );

    // What is real works: else all of the above would prove nothing.
    await house.press(ANN, tokens[0] ?? '', ANNS);
    expect(house.paid).toEqual([...before.paid, ANN]);
    expect(house.standing.get(ANNS)).toBe(`${ANN} asks more`);
    await house.stop();
  });
});

describe('options as they come', () => {
  const specs: readonly OptionSpec[] = [
    { name: 'imei', kind: 'text', required: true, maxLength: 500 },
    { name: 'detail', kind: 'choice', required: false, choices: ['brief', 'full'] },
    { name: 'public', kind: 'flag' },
    { name: 'file', kind: 'file', required: false },
  ];
  const name = fc.oneof(
    fc.constantFrom('imei', 'detail', 'public', 'file', '__proto__', 'toString'),
    hostileText,
  );
  const value = fc.oneof(
    hostileText,
    fc.boolean(),
    fc.record({ name: hostileText, location: hostileText }),
    fc.constantFrom('brief', 'full'),
  );
  const raw: fc.Arbitrary<RawOptions> = fc.oneof(
    hostileText.map((text) => ({ kind: 'text' as const, text })),
    fc.dictionary(name, value).map((values) => ({ kind: 'values' as const, values })),
  );

  it('are understood as they are declared, or refused, and never break the reader', () => {
    fc.assert(
      fc.property(raw, (options) => {
        const parsed = parseOptions(specs, options);
        if (!parsed.ok) return;
        const { imei, detail, public: shared } = parsed.options as Readonly<Record<string, unknown>>;
        expect(typeof imei === 'string' && imei.length <= 500).toBe(true);
        expect([undefined, 'brief', 'full']).toContain(detail);
        expect([true, false]).toContain(shared);
      }),
      runs(700, 20_000, { seed: 2_102 }),
    );
  });
});
