import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { type ButtonEffect, reply, type ShownReply } from '../../src/core/reply.ts';
import type { Principal } from '../../src/core/requester.ts';
import { type Buttons, createButtons } from '../../src/requests/buttons.ts';
import type { Store } from '../../src/store/contract.ts';
import { createButtonTable } from '../../src/store/schema/button.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';

const ME = 'test:user:1';
const REQUEST = 'test:1';
const HOUR_MS = 3_600_000;

describe('the buttons of a reply', () => {
  let store: Store;
  let buttons: Buttons;
  let skew: number;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + skew };

  /** A process on the store, which takes its time to write. */
  const start = (slowMs = 0): Buttons => {
    const seal = createSeal('0123456789abcdef'.repeat(4));
    const table = createButtonTable(store.sql, seal);
    const put: typeof table.put = async (row) => {
      await delay(slowMs);
      await table.put(row);
    };
    return createButtons({
      ...{ table: { ...table, put }, seal, clock },
      onError: (error) => {
        throw error;
      },
    });
  };
  const rows = () => store.sql.read`SELECT id FROM button`;
  const offer = (requestId = REQUEST, requester: Principal = ME): ShownReply =>
    buttons.offer(
      reply({
        tone: 'good',
        title: 'answered',
        actions: [{ id: 'no', label: 'No', opens: 'here', effect: { kind: 'dismiss' } }],
      }),
      { requestId, requester },
    );
  const show = (requestId = REQUEST, requester: Principal = ME, at = 'chat:7'): string => {
    const token = tokenOf(offer(requestId, requester));
    buttons.shown(requestId, at);
    return token;
  };
  const press = (token: string, { by = ME as Principal, on = 'chat:7' } = {}, at = buttons) =>
    at.press({ token, requester: by, on });
  const tokenOf = (shown: ShownReply): string => shown.actions[0]?.token ?? '';

  beforeEach(() => {
    skew = 0;
    store = createSqliteStore('sqlite://:memory:', clock);
    buttons = start(20);
  });

  it('tell a platform which of them show an answer to everyone, or to the presser alone, or only what was not sent', () => {
    const invoke = (visibility?: 'shared' | 'private'): ButtonEffect => ({
      ...({ kind: 'invoke', command: 'imei', options: { kind: 'text', text: '' } } as const),
      ...(visibility !== undefined && { visibility }),
    });
    const actions = [
      { id: 'all', label: 'Show to everyone', opens: 'new', effect: invoke('shared') },
      { id: 'me', label: 'Show me', opens: 'new', effect: invoke('private') },
      { id: 'as', label: 'As here', opens: 'new', effect: invoke() },
      { id: 'no', label: 'No', opens: 'here', effect: { kind: 'dismiss' }, ifUnsent: true },
      {
        id: 'on',
        label: 'Go on',
        opens: 'here',
        effect: { kind: 'dismiss' },

        style: 'danger',
      },
    ] as const;
    const { actions: offered } = buttons.offer(reply({ tone: 'good', title: 'answered', actions }), {
      ...{ requestId: REQUEST, requester: ME },
    });
    expect(offered.map(({ token: _token, ...button }) => button)).toEqual([
      { label: 'Show to everyone', opens: 'new', shares: true },
      { label: 'Show me', opens: 'new', whispers: true },
      { label: 'As here', opens: 'new' },
      { label: 'No', opens: 'here', ifUnsent: true },
      { label: 'Go on', opens: 'here', style: 'danger' },
    ]);
  });

  it('work from the moment they are shown', async () => {
    expect(await press(show())).toMatchObject({ kind: 'effect' });
  });

  it('work when they are pressed before the platform has said where they stand', async () => {
    const pressed = press(tokenOf(offer()));
    await delay(20);
    buttons.shown(REQUEST, 'chat:7');
    expect(await pressed).toMatchObject({ kind: 'effect' });
  });

  it('work in the message they were shown in, and in no other, also after a restart', async () => {
    const token = show();
    const next = start();
    for (const now of [buttons, next]) {
      if (now === next) await expect.poll(rows).toHaveLength(1);
      expect(await press(token, {}, now)).toMatchObject({ kind: 'effect' });
      expect(await press(token, { on: 'chat:8' }, now)).toEqual({ kind: 'gone' });
      expect(await now.press({ token, requester: ME })).toEqual({ kind: 'gone' });
      expect(await press(token, { by: 'test:user:2' }, now)).toEqual({ kind: 'not-yours' });
    }
  });

  it('work where the reply has moved to', async () => {
    const token = show(REQUEST, ME, 'placeholder');
    offer();
    buttons.shown(REQUEST, 'chat:9');
    expect(await press(token, { on: 'chat:9' })).toMatchObject({ kind: 'effect' });
    expect(await press(token, { on: 'placeholder' })).toEqual({ kind: 'gone' });
  });

  it('do what their own words say, and nothing that every object has', async () => {
    const group = show().split('.')[0] ?? '';
    for (const id of ['constructor', 'toString', '__proto__', ''])
      expect(await press(`${group}.${id}`)).toEqual({ kind: 'gone' });
  });

  it('are gone after two days', async () => {
    const token = show();
    await expect.poll(rows).toHaveLength(1);
    buttons.over(REQUEST);
    skew = 47 * HOUR_MS;
    expect(await press(token)).toMatchObject({ kind: 'effect' });
    skew = 49 * HOUR_MS;
    expect(await press(token)).toEqual({ kind: 'gone' });
  });

  it('are forgotten with all that is being written of them, and nobody else’s are', async () => {
    const token = show();
    const other = show('test:2', 'test:user:2');
    await buttons.forget(ME);
    expect(await press(token)).toEqual({ kind: 'gone' });
    expect(await press(token, {}, start())).toEqual({ kind: 'gone' });
    expect(await press(other, { by: 'test:user:2' })).toMatchObject({ kind: 'effect' });
  });
});
