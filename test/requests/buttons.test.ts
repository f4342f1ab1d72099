import { beforeEach, describe, expect } from 'vitest';
import { createAccountOf } from '../../src/checks/accounts.ts';
import type { Principal } from '../../src/core/principal.ts';
import type { Action, ButtonEffect } from '../../src/core/reply/reply.ts';
import type { LiveButtons } from '../../src/requests/buttons/live-buttons.ts';
import { Presses } from '../../src/requests/buttons/presses.ts';
import type { OpenRequest } from '../../src/requests/open-request.ts';
import { OpenRequests } from '../../src/requests/open-requests.ts';
import { CLOSED_KEPT_MS, RequestTable } from '../../src/store/schema/request-table.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';
import { SEAL } from '../support/known.ts';
import { createMemorySql } from '../support/store/memory-sql.ts';
import { ANN, BOB, invoke, it } from './stage.ts';

const CHAT = 'chat:7';
const dismiss = { kind: 'dismiss' } as ButtonEffect;
const stop = { kind: 'stop' } as ButtonEffect;

const action = (effect: ButtonEffect, more: Partial<Action> = {}): Action => {
  return { id: 'ok', label: 'OK', opens: 'here', effect, ...more };
};

describe('the buttons of a reply', () => {
  let clock: FakeClock;
  let table: RequestTable;
  let requests: OpenRequests;
  let open: OpenRequest | undefined;
  let presses: Presses;

  const begin = (id = 'test:1', requester: Principal = ANN): LiveButtons => {
    const input = { kind: 'command', name: 'imei', options: { kind: 'text', text: '' } } as const;
    open = requests.add({
      event: { id, input, requester, scopes: [], locale: 'en', visibility: 'private', target: {} },
      acceptedAt: 0,
      phase: 'accepted',
    });
    return open.buttons;
  };
  const show = (effect: ButtonEffect = dismiss): string => {
    const buttons = begin();
    const actions = [action(effect)];
    const [button] = buttons.offer(actions);
    buttons.recordShown(actions, CHAT);
    return button?.token ?? '';
  };
  /** The request is answered, and its row closed. */
  const close = async (): Promise<void> => {
    if (open === undefined) throw new Error('nothing is open');
    const { id, requester, buttons, event } = open;
    const body = buttons.toStore(event);
    const row =
      body === undefined ? undefined : { token: buttons.requestToken, person: requester, body };
    await table.close({ id, at: clock.now(), buttons: row });
    requests.drop(open);
    open = undefined;
  };
  const press = (token: string, how: { on?: string | undefined; by?: Principal } = {}) =>
    presses.lookUp({ token, requester: how.by ?? ANN, message: 'on' in how ? how.on : CHAT });

  beforeEach(() => {
    clock = createFakeClock();
    table = new RequestTable(createMemorySql(), SEAL);
    open = undefined;
    requests = new OpenRequests({ seal: SEAL, accountOf: createAccountOf() });
    presses = new Presses({ requests, rows: { stop: async () => false }, table, clock });
  });

  it('tell a platform who will see the answer, and which of them only offer what could not be sent', () => {
    const shownOf = (effect: ButtonEffect, more: Partial<Action> = {}) => {
      const [button] = begin().offer([action(effect, { opens: 'new', ...more })]);
      const { token, ...rest } = button ?? expect.fail('no button');
      expect(token).toMatch(/^.{22}\.ok$/);
      return rest;
    };
    const plain = { label: 'OK', opens: 'new' };
    expect(shownOf(invoke('imei', '', 'shared'))).toStrictEqual({ ...plain, opens: 'shared' });
    expect(shownOf(invoke('imei', '', 'private'))).toStrictEqual({
      ...plain,
      opens: 'private',
    });
    expect(shownOf(invoke('imei'), { style: 'danger' })).toStrictEqual({
      ...plain,
      style: 'danger',
    });
    expect(shownOf(stop, { ifUnsent: true })).toStrictEqual({ ...plain, ifUnsent: true });
  });

  it.each(['while it is open', 'after it is closed'])('work %s', async (when) => {
    const token = show();
    if (when === 'after it is closed') await close();
    expect(await press(token)).toMatchObject({ effect: dismiss, requestId: 'test:1' });
    expect(await press(token, { by: BOB })).toEqual({ kind: 'not-yours' });
    for (const on of ['chat:8', undefined]) {
      expect(await press(token, { on })).toEqual({ kind: 'gone' });
    }
  });

  it('are those of the newest state', async () => {
    const token = show(invoke('again'));
    open?.buttons.offer([action(dismiss)]);
    expect(await press(token)).toMatchObject({ effect: dismiss });
    open?.buttons.offer([]);
    expect(await press(token)).toEqual({ kind: 'gone' });
  });

  it('work for two days', async () => {
    const token = show();
    await close();
    await clock.advance(CLOSED_KEPT_MS - 1);
    expect(await press(token)).toMatchObject({ kind: 'effect' });
    await clock.advance(1);
    expect(await press(token)).toEqual({ kind: 'gone' });
  });

  it('are not found by names that every object has: constructor, __proto__', async () => {
    const [token] = show().split('.');
    for (const id of ['constructor', 'toString', '__proto__', '']) {
      expect(await press(`${token}.${id}`)).toEqual({ kind: 'gone' });
    }
  });

  it('wait two seconds for the word where they are shown, and keep no process alive for it', async () => {
    const buttons = begin();
    const actions = [action(dismiss)];
    const [button] = buttons.offer(actions);
    const token = button?.token ?? '';
    let pressed: unknown;
    void press(token).then((what) => {
      pressed = what;
    });
    await clock.advance(1_999);
    expect(pressed).toBeUndefined();
    expect(clock.keepingAlive).toBe(0);
    await clock.advance(1);
    expect(pressed).toEqual({ kind: 'gone' });
    const again = press(token);
    await clock.settle();
    buttons.recordShown(actions, CHAT);
    expect(await again).toMatchObject({ kind: 'effect' });
    expect(clock.sleeping).toBe(0);
  });

  it('are not stored where there are none, or none was shown', () => {
    const buttons = begin();
    const actions = [action(dismiss)];
    buttons.offer(actions);
    expect(buttons.toStore({ id: 'test:1', requester: ANN })).toBeUndefined();
    buttons.recordShown(actions, CHAT);
    expect(buttons.toStore({ id: 'test:1', requester: ANN })).toContain('dismiss');
    buttons.offer([]);
    expect(buttons.toStore({ id: 'test:1', requester: ANN })).toBeUndefined();
  });
});

describe('the buttons of an answered request', () => {
  it('share the write that closes it, and work while the store fails', async ({ world, bot }) => {
    await bot.ask('1', 'hang');
    world.fault = 'writing';
    world.release();
    await world.clock.settle();
    await bot.press('2', world.token('1', 'again'), { on: '1' });
    expect(world.lastOf('2')?.title).toContain('again for a member');
    world.fault = 'none';
    await world.clock.advance(3_000);
    bot.kill();
    await world.start().press('3', world.token('1', 'again'), { on: '1' });
    expect(world.lastOf('3')?.title).toContain('again for a member');
  });

  it('do nothing once an answer has taken their place, also while it cannot be stored', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'echo');
    world.fault = 'writing';
    const token = world.token('1', 'again');
    for (const id of ['2', '3']) await bot.press(id, token, { on: '1', target: { place: '1' } });
    expect(world.ran).toEqual(['1', '2']);
  });

  it.for(['in the process that answered', 'after a restart'])(
    'do nothing once an answer has taken their place, %s',
    async (where, { world, bot }) => {
      await bot.ask('1', 'echo');
      const token = world.token('1', 'again');
      // What else is open meanwhile changes nothing.
      await bot.ask('other', 'hang');
      world.platform.slowMs = 100;
      await bot.press('bobs', token, { on: '1', requester: BOB });
      world.platform.slowMs = 0;
      await bot.press('2', token, { on: '1', target: { place: '1' } });
      if (where === 'after a restart') bot.kill();
      const next = where === 'after a restart' ? world.start() : bot;
      await next.press('3', token, { on: '1' });
      expect(world.lastOf('3')?.title).toBe('This button no longer works');
      await next.press('4', world.token('1', 'again'), { on: '1' });
      expect(world.lastOf('4')?.title).toBe('again for a member, private');
    },
  );

  it.for(['none', 'all'] as const)(
    'still work if their answer is shown below them (the store fails: %s)',
    async (fault, { world, bot }) => {
      await world.clock.settle();
      world.fault = fault;
      await bot.ask('1', 'echo');
      const token = world.token('1', 'again');
      for (const id of ['2', '3']) await bot.press(id, token, { on: '1' });
      expect(world.ran).toEqual(['1', '2', '3']);
    },
  );

  it.for([
    ['the store failed', { on: '1' }],
    ['it came from another message', { on: 'another message' }],
  ] as const)(
    'still agree to what was proposed after a press was refused, since %s',
    async ([why, from], { world, bot }) => {
      await bot.ask('1', 'echo');
      const token = world.token('1', 'check');
      if (why === 'the store failed') world.fault = 'all';
      await bot.press('refused', token, from);
      world.fault = 'none';
      await world.clock.advance(3_000);
      await bot.press('2', token, { on: '1' });
      expect(world.lastOf('2')?.title).toBe('checked for a member, private');
      await bot.press('3', token, { on: '1' });
      expect(world.lastOf('3')?.title).toBe('This button no longer works');
    },
  );

  it('are pressed once, however often they are pressed before the answer comes', async ({
    world,
    bot,
  }) => {
    await bot.ask('1', 'echo');
    const token = world.token('1', 'wait');
    for (const id of ['2', '3', '4']) await bot.press(id, token, { on: '1' });
    await bot.press('bobs', token, { on: '1', requester: BOB });
    await bot.press('forged', token, { on: 'another message' });
    world.release();
    await world.clock.settle();
    expect([world.ran, world.titles('2'), world.titles('3')]).toEqual([['1', '2'], ['let go'], []]);
    expect(world.titles('bobs')).toEqual(['This button is for someone else']);
    expect(world.titles('forged')).toEqual(['This button no longer works']);
  });

  it('are answered each time on a platform that does not say where they were pressed', async ({
    world,
  }) => {
    const bot = world.start({ adapterOf: () => fakeAdapter({ platform: 'test' }) });
    await bot.ask('1', 'echo');
    const token = world.token('1', 'again');
    world.platform.slowMs = 100;
    for (const id of ['2', '3']) await bot.press(id, token);
    await world.clock.advance(100);
    await bot.press('4', token);
    expect(world.ran).toEqual(['1', '2', '3', '4']);
  });

  it('are kept for another press of them that is still to be answered', async ({ world, bot }) => {
    await bot.ask('1', 'echo');
    await bot.press('2', world.token('1', 'wait'), { on: '1' });
    await bot.press('3', world.token('1', 'again'), { on: '1', target: { place: '1' } });
    expect(world.lastOf('1')?.title).toBe('again for a member, private');
    bot.kill();
    world.release();
    world.start();
    await world.clock.settle();
    expect(world.titles('2').at(-1)).toBe('let go');
  });

  it('are deleted by /forget of their person, also those not written yet, and nobody else’s', async ({
    world,
    bot,
  }) => {
    await bot.ask('anns', 'echo');
    await bot.ask('bobs', 'echo', { requester: BOB });
    world.writesMs = 100;
    const late = bot.ask('late', 'echo');
    await world.clock.advance(100);
    await late;
    await world.clock.advanceUntil(bot.requests.forget(ANN, { requestId: 'none' }));
    await world.clock.advance(1_000);
    world.writesMs = 0;
    for (const at of ['anns', 'late']) {
      await bot.press(`press ${at}`, world.token(at, 'again'), { on: at });
    }
    await bot.press('press bobs', world.token('bobs', 'again'), { on: 'bobs', requester: BOB });
    expect(world.ran).toEqual(['anns', 'bobs', 'late', 'press bobs']);
  });
});
