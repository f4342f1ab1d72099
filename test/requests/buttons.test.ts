import { beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '../../src/core/adapter.ts';
import { deferred } from '../../src/core/async/promises.ts';
import { type Action, type ButtonEffect, reply, type ShownReply } from '../../src/core/reply.ts';
import { BUTTONS_KEPT_MS, type Buttons, createButtons } from '../../src/requests/buttons.ts';
import { BUTTON, createMessageTable, type MessageTable } from '../../src/store/schema/message.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import { createMemorySql, type MemorySql } from '../support/store/memory-sql.ts';
import { ANN, BOB, invoke, SEAL } from './stage.ts';

const CHAT = 'chat:7';
const ANNS = { requestId: 'test:1', requester: ANN } as const;
const dismiss = { kind: 'dismiss' } as ButtonEffect;
const cancel = { kind: 'cancel' } as ButtonEffect;

describe('the buttons of a reply', () => {
  let clock: FakeClock;
  let sql: MemorySql;
  let table: MessageTable;
  let errors: unknown[];
  let written: number;
  let buttons: Buttons;

  const start = (on = table): Buttons =>
    createButtons(on, SEAL, clock, (error) => errors.push(error));
  const offer = (
    effect = dismiss,
    from: typeof ANNS | { requestId: string; requester: Principal } = ANNS,
  ) => {
    const actions: readonly Action[] = [{ id: 'ok', label: 'OK', opens: 'here', effect }];
    return tokenOf(buttons.offer(reply({ tone: 'good', title: 'answered', actions }), from));
  };
  const tokenOf = ({ actions }: ShownReply): string => actions[0]?.token ?? '';
  const show = (effect: ButtonEffect = dismiss, at = CHAT): string => {
    const token = offer(effect);
    buttons.shown(ANNS, at);
    return token;
  };
  const press = (
    token: string,
    how: { at?: Buttons; on?: string | undefined; by?: Principal } = {},
  ) =>
    (how.at ?? buttons).press({ token, requester: how.by ?? ANN, on: 'on' in how ? how.on : CHAT });

  beforeEach(() => {
    clock = createFakeClock();
    sql = createMemorySql();
    const whole = createMessageTable(sql, SEAL, clock, BUTTON);
    written = 0;
    table = {
      ...whole,
      upsert: async (...row) => {
        written += 1;
        await whole.upsert(...row);
      },
    };
    errors = [];
    buttons = start();
  });

  it('tell a platform which of them show an answer to everyone, or to the presser alone, or only what was not sent', () => {
    const of = (effect: ButtonEffect, more: Partial<Action> = {}) => {
      const actions: readonly Action[] = [{ id: 'ok', label: 'OK', opens: 'new', effect, ...more }];
      const [button] = buttons.offer(reply({ tone: 'good', title: '', actions }), ANNS).actions;
      const { token, ...rest } = button ?? expect.fail('no button');
      expect(token).toMatch(/^.{22}\.ok$/);
      return rest;
    };
    const plain = { label: 'OK', opens: 'new' };
    expect(of(invoke('imei', '', 'shared'))).toStrictEqual({ ...plain, shares: true });
    expect(of(invoke('imei', '', 'private'))).toStrictEqual({ ...plain, ephemeral: true });
    expect(of(invoke('imei'), { style: 'danger' })).toStrictEqual({ ...plain, style: 'danger' });
    expect(of(cancel, { ifUnsent: true })).toStrictEqual({ ...plain, ifUnsent: true });
  });

  it('are written once, however many states bring them, and none where there are none', async () => {
    buttons.offer(reply({ tone: 'good', title: 'none' }), ANNS);
    buttons.shown(ANNS, CHAT);
    for (let state = 0; state < 3; state += 1) show();
    expect(written).toBe(1);
    show(cancel);
    show(cancel, 'chat:8');
    expect(written).toBe(3);
    await clock.settle();
    expect(errors).toEqual([]);
  });

  it('work for two days', async () => {
    const token = show();
    buttons.over(ANNS);
    await clock.advance(BUTTONS_KEPT_MS - 1);
    expect(await press(token)).toMatchObject({ kind: 'effect' });
    await clock.advance(1);
    expect(await press(token)).toEqual({ kind: 'gone' });
  });

  it('are nothing that every object has', async () => {
    const [group] = show().split('.');
    for (const id of ['constructor', 'toString', '__proto__', ''])
      expect(await press(`${group}.${id}`)).toEqual({ kind: 'gone' });
  });

  it('wait two seconds for the word where they are shown, and keep no process alive for it', async () => {
    const token = offer();
    let pressed: unknown;
    void press(token).then((what) => {
      pressed = what;
    });
    await clock.advance(1_999);
    expect([pressed, clock.keepingAlive]).toEqual([undefined, 0]);
    await clock.advance(1);
    expect(pressed).toEqual({ kind: 'gone' });
    const again = press(token);
    await clock.settle();
    buttons.shown(ANNS, CHAT);
    expect(await again).toMatchObject({ kind: 'effect' });
    const other = press(offer(dismiss, { requestId: 'test:2', requester: ANN }));
    await clock.settle();
    buttons.over({ requestId: 'test:2', requester: ANN });
    expect(await other).toEqual({ kind: 'gone' });
    expect(clock.sleeping).toBe(0);
  });

  it('work while they are being written, and when that has failed only as long as their reply is shown', async () => {
    const { promise, reject } = deferred<void>();
    buttons = start({ ...table, upsert: () => promise });
    const token = show();
    buttons.over(ANNS);
    expect(await press(token)).toMatchObject({ kind: 'effect' });
    reject(new Error('disk full'));
    await clock.settle();
    expect([errors, await press(token)]).toEqual([[new Error('disk full')], { kind: 'gone' }]);
  });

  it('are forgotten with their person, shown, being written and written, and nobody else’s are', async () => {
    const tokens = ['test:1', 'test:2'].map((requestId) => {
      const from = { requestId, requester: ANN } as const;
      const token = offer(dismiss, from);
      buttons.shown(from, CHAT);
      return token;
    });
    const bobs = { requestId: 'test:3', requester: BOB } as const;
    const theirs = offer(dismiss, bobs);
    buttons.shown(bobs, CHAT);
    buttons.over({ requestId: 'test:2', requester: ANN });
    await buttons.forget(ANN);
    for (const token of tokens) expect(await press(token)).toEqual({ kind: 'gone' });
    expect(await press(theirs, { by: BOB })).toMatchObject({ kind: 'effect' });
    expect(sql.look('SELECT id FROM button')).toHaveLength(1);
  });
});
