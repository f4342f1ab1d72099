import { once } from 'node:events';
import { describe, expect } from 'vitest';
import { type Command, defineCommand } from '../../src/core/command.ts';
import { type Action, reply } from '../../src/core/reply.ts';
import { it, type Life, type World } from './stage.ts';

const STOP: Action = { id: 'stop', label: 'Stop', opens: 'here', effect: { kind: 'stop' } };
const NOT_NOW: Action = { id: 'leave', label: 'No', opens: 'here', effect: { kind: 'dismiss' } };

/** `list` runs until it is stopped, `plan` asks, and `imei` is what gets a text. */
const COMMANDS: readonly Command[] = [
  defineCommand({
    name: 'list',
    options: [],
    run: async function* ({ signal }) {
      yield reply({ tone: 'progress', title: 'running', actions: [STOP] });
      if (!signal.aborted) await once(signal, 'abort');
      yield reply({ tone: 'warning', title: 'stopped' });
    },
  }),
  defineCommand({
    name: 'plan',
    options: [],
    run: async function* () {
      yield reply({ tone: 'neutral', title: 'Check them?', actions: [NOT_NOW] });
    },
  }),
  defineCommand({
    name: 'imei',
    options: [{ name: 'text', kind: 'text', required: false }],
    run: async function* () {
      yield reply({ tone: 'neutral', title: 'a text' });
    },
  }),
];

const start = (world: World): Life => world.start({ commands: COMMANDS });

/** Types a text, as the message of this id. */
const typeText = (life: Life, id: string, text: string) =>
  life.ask(id, 'imei', {
    input: { kind: 'command', name: 'imei', options: { kind: 'text', text } },
  });

/** Runs a command for so long that its state is shown. */
async function ask({ clock }: World, life: Life, id: string, name: string): Promise<void> {
  await life.ask(id, name);
  await clock.advance(100);
}

describe('a word that is delivered again', () => {
  it.for(['none', 'writing', 'all'] as const)(
    '“no” to a plan does not stop what runs (the store fails: %s)',
    async (fault, { world }) => {
      const bot = start(world);
      await ask(world, bot, 'list', 'list');
      await ask(world, bot, 'plan', 'plan');
      world.fault = fault;
      for (let delivery = 1; delivery <= 3; delivery += 1) {
        await typeText(bot, 'no', 'no');
        await world.clock.advance(100);
      }
      expect(world.titles('list')).toEqual(['running']);
    },
  );

  it('“stop” does not stop another list', async ({ world }) => {
    const bot = start(world);
    await ask(world, bot, 'first', 'list');
    await ask(world, bot, 'second', 'list');
    await typeText(bot, 'stop', 'stop');
    await typeText(bot, 'stop', 'stop');
    await world.clock.advance(100);
    expect(world.titles('second')).toEqual(['running', 'stopped']);
    expect(world.titles('first')).toEqual(['running']);
  });

  it('“no” does not stop a list after a restart', async ({ world }) => {
    const before = start(world);
    await ask(world, before, 'list', 'list');
    await ask(world, before, 'plan', 'plan');
    await typeText(before, 'no', 'no');
    before.kill();
    const after = start(world);
    await world.clock.advance(100);
    await typeText(after, 'no', 'no');
    await world.clock.advance(100);
    expect(world.titles('list')).not.toContain('stopped');
  });
});

it('“stop” gets no reply of its own, and the list shows that it was stopped', async ({ world }) => {
  const bot = start(world);
  await ask(world, bot, 'list', 'list');
  expect(await typeText(bot, 'stop', 'stop')).toBe('no-reply');
  await world.clock.advance(100);
  expect(world.titles()).toEqual(['running', 'stopped']);
});

it('a question that is delivered again is not the next message: “no” means its plan', async ({
  world,
}) => {
  const bot = start(world);
  await ask(world, bot, 'list', 'list');
  world.fault = 'writing';
  await ask(world, bot, 'plan', 'plan');
  await ask(world, bot, 'plan', 'plan');
  world.fault = 'none';
  await typeText(bot, 'no', 'no');
  await world.clock.advance(3_000);
  expect(world.titles('list')).toEqual(['running']);
});

describe('a question that is edited', () => {
  const first = { question: { id: 'q', editedAt: 0 } };
  const edited = { question: { id: 'q', editedAt: 1 } };
  const withdraw = (life: Life) =>
    life.ask('edit', 'imei', { ...edited, input: { kind: 'withdrawal' } });

  it.for([
    ['to “never mind”', withdraw],
    ['to another one', (life: Life) => life.ask('edit', 'imei', edited)],
  ] as const)('%s stops its list', async ([_how, edit], { world }) => {
    const bot = start(world);
    await bot.ask('list', 'list', first);
    await world.clock.advance(100);
    await edit(bot);
    await world.clock.advance(100);
    expect(world.titles('list')).toEqual(['running', 'stopped']);
  });

  it('stops its list although nothing was shown of it yet', async ({ world }) => {
    const bot = start(world);
    await Promise.all([bot.ask('list', 'list', first), withdraw(bot)]);
    await world.clock.advance(100);
    expect(world.titles('list').at(-1)).toBe('stopped');
  });

  it('stops its list right after a restart', async ({ world }) => {
    const before = start(world);
    await before.ask('list', 'list', first);
    before.kill();
    await withdraw(start(world));
    await world.clock.advance(100);
    expect(world.titles('list').at(-1)).toBe('stopped');
  });

  it('keeps the answer that it had, and nothing else is said', async ({ world }) => {
    const bot = start(world);
    await bot.ask('plan', 'plan', first);
    await world.clock.advance(100);
    expect(await withdraw(bot)).toBe('no-reply');
    await world.clock.advance(100);
    expect(world.titles()).toEqual(['Check them?']);
  });
});
