import { beforeEach, describe, expect, it } from 'vitest';
import { type Action, type ButtonEffect, reply, type ShownReply } from '../../src/core/reply.ts';
import type { Principal } from '../../src/core/requester.ts';
import { BUTTONS_KEPT_MS, type Buttons, createButtons } from '../../src/requests/buttons.ts';
import { type ButtonTable, createButtonTable } from '../../src/store/schema/button.ts';
import { createSeal } from '../../src/store/seal/seal.ts';
import type { Sql } from '../../src/store/sql.ts';
import { createFakeClock, type FakeClock } from '../support/clocks/fake.ts';
import { createMemorySql } from '../support/store/memory-sql.ts';

const ME = 'test:user:1';
const CHAT = 'chat:7';

const seal = createSeal('0123456789abcdef'.repeat(4));

describe('a button', () => {
  let clock: FakeClock;
  let sql: Sql;
  let table: ButtonTable;
  let errors: unknown[];
  let written: string[];
  let buttons: Buttons;

  const start = (on = table): Buttons =>
    createButtons({ table: on, seal, clock, onError: (error) => errors.push(error) });
  const actionOf = (effect: ButtonEffect, more: Partial<Action> = {}): Action => ({
    ...{ id: 'ok', label: 'OK', opens: 'here', effect },
    ...more,
  });
  const offer = (actions: readonly Action[], requestId = 'test:1', requester: Principal = ME): ShownReply =>
    buttons.offer(reply({ tone: 'good', title: 'answered', actions }), { requestId, requester });
  const tokenOf = ({ actions }: ShownReply): string => actions[0]?.token ?? '';
  const press = (token: string, at = buttons, on: string | undefined = CHAT) =>
    at.press({ token, requester: ME, on });

  const dismiss: ButtonEffect = { kind: 'dismiss' };
  const cancel: ButtonEffect = { kind: 'cancel' };

  beforeEach(() => {
    clock = createFakeClock();
    sql = createMemorySql();
    const whole = createButtonTable(sql, seal);
    written = [];
    table = {
      ...whole,
      put: async (row) => {
        written.push(row.id);
        await whole.put(row);
      },
    };
    errors = [];
    buttons = start();
  });

  it('is shown with its style, and with a word that it is for everybody, where it is', () => {
    const options = { kind: 'text', text: '' } as const;
    const invoke = (visibility?: 'shared' | 'private'): ButtonEffect => ({
      ...{ kind: 'invoke', command: 'imei', options },
      ...(visibility !== undefined && { visibility }),
    });
    const shown = (effect: ButtonEffect, more: Partial<Action> = {}) =>
      offer([actionOf(effect, more)]).actions[0];
    expect(shown(dismiss)).toEqual({
      label: 'OK',
      opens: 'here',
      token: expect.stringMatching(/^.{22}\.ok$/),
    });
    expect(shown(dismiss, { style: 'primary' })).toHaveProperty('style', 'primary');
    expect(shown(invoke('shared'))).toHaveProperty('shares', true);
    for (const deed of [invoke('private'), invoke(), cancel])
      expect(shown(deed)).not.toHaveProperty('shares');
  });

  it('is written down once, however many states of its reply bring it', async () => {
    for (let state = 0; state < 3; state += 1) {
      offer([actionOf(dismiss)]);
      buttons.shown('test:1', CHAT);
    }
    await clock.settle();
    expect(written).toHaveLength(1);
    offer([actionOf(cancel)]);
    buttons.shown('test:1', CHAT);
    buttons.shown('test:1', 'chat:8');
    await clock.settle();
    expect(written).toHaveLength(3);
  });

  it('of a reply without any is not written down', async () => {
    offer([]);
    buttons.shown('test:1', CHAT);
    buttons.shown('test:2', CHAT);
    await clock.settle();
    expect(written).toEqual([]);
  });

  it('does what its newest state says', async () => {
    const token = tokenOf(offer([actionOf(dismiss)]));
    buttons.shown('test:1', CHAT);
    offer([actionOf(cancel)]);
    buttons.shown('test:1', CHAT);
    expect(await press(token)).toEqual({ kind: 'effect', effect: cancel, requestId: 'test:1' });
    await clock.settle();
    buttons.over('test:1');
    expect(await press(token, start())).toEqual({ kind: 'effect', effect: cancel, requestId: 'test:1' });
  });

  it('works in another process and for two days, and in no other message', async () => {
    const token = tokenOf(offer([actionOf(dismiss)]));
    buttons.shown('test:1', CHAT);
    await clock.settle();
    const other = start();
    expect(await press(token, other)).toMatchObject({ kind: 'effect' });
    expect(await press(token, other, 'chat:8')).toEqual({ kind: 'gone' });
    expect(await other.press({ token, requester: 'test:user:2', on: CHAT })).toEqual({ kind: 'not-yours' });
    await clock.advance(BUTTONS_KEPT_MS - 1);
    expect(await press(token, other)).toMatchObject({ kind: 'effect' });
    await clock.advance(1);
    expect(await press(token, other)).toEqual({ kind: 'gone' });
  });

  it('works anywhere where its platform does not name messages', async () => {
    const token = tokenOf(offer([actionOf(dismiss)]));
    buttons.shown('test:1', undefined);
    await clock.settle();
    for (const at of [buttons, start()])
      for (const on of [undefined, CHAT])
        expect(await press(token, at, on)).toMatchObject({ kind: 'effect' });
  });

  it('waits two seconds for the word where it stands, and keeps no process alive for it', async () => {
    const token = tokenOf(offer([actionOf(dismiss)]));
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
    buttons.shown('test:1', CHAT);
    expect(await again).toMatchObject({ kind: 'effect' });
    await clock.settle();
    expect(clock.sleeping).toBe(0);
  });

  it('of a reply that is over without having been shown is waited for no longer', async () => {
    const token = tokenOf(offer([actionOf(dismiss)]));
    const pressed = press(token);
    await clock.settle();
    buttons.over('test:1');
    expect(await pressed).toEqual({ kind: 'gone' });
    buttons.over('test:unknown');
  });

  it('works while it is being written down, and when that has failed only as long as its reply is shown', async () => {
    let reject = (_error: Error): void => undefined;
    buttons = start({
      ...table,
      put: () =>
        new Promise((_resolve, fail) => {
          reject = fail;
        }),
    });
    const token = tokenOf(offer([actionOf(dismiss)]));
    buttons.shown('test:1', CHAT);
    buttons.over('test:1');
    expect(await press(token)).toMatchObject({ kind: 'effect' });
    reject(new Error('disk full'));
    await clock.settle();
    expect(errors).toEqual([new Error('disk full')]);
    expect(await press(token)).toEqual({ kind: 'gone' });
  });

  it('is forgotten with its person, shown, being written and written, and nobody else’s is', async () => {
    const tokens = ['test:1', 'test:2'].map((id) => {
      const token = tokenOf(offer([actionOf(dismiss)], id));
      buttons.shown(id, CHAT);
      return token;
    });
    const theirs = tokenOf(offer([actionOf(dismiss)], 'test:3', 'test:user:2'));
    buttons.shown('test:3', CHAT);
    buttons.over('test:2');
    await buttons.forget(ME);
    for (const token of tokens) expect(await press(token)).toEqual({ kind: 'gone' });
    expect(await buttons.press({ token: theirs, requester: 'test:user:2', on: CHAT })).toMatchObject({
      kind: 'effect',
    });
    expect(await sql.read`SELECT id FROM button`).toHaveLength(1);
  });

  it('that has neither style nor visibility says nothing of them', () => {
    expect(offer([actionOf(dismiss)]).actions[0]).toStrictEqual({
      ...{ label: 'OK', opens: 'here' },
      token: expect.stringMatching(/\.ok$/),
    });
  });

  it('is waited for only until it is shown', async () => {
    const token = tokenOf(offer([actionOf(dismiss)]));
    buttons.shown('test:1', CHAT);
    expect(await press(token)).toMatchObject({ kind: 'effect' });
    expect([clock.sleeping, clock.elapsed()]).toEqual([0, 0]);
  });

  it('of a reply that has none, or is unknown, is nothing to write down', async () => {
    offer([], 'test:none');
    buttons.shown('test:none', CHAT);
    buttons.shown('test:unknown', CHAT);
    buttons.over('test:unknown');
    await clock.settle();
    expect([written, errors]).toEqual([[], []]);
  });

  it('works as its newest state says while an older one is still being written', async () => {
    const letGo: (() => void)[] = [];
    buttons = start({ ...table, put: () => new Promise((resolve) => letGo.push(resolve)) });
    const token = tokenOf(offer([actionOf(dismiss)]));
    buttons.shown('test:1', CHAT);
    offer([actionOf(cancel)]);
    buttons.shown('test:1', CHAT);
    buttons.over('test:1');
    letGo[0]?.();
    await clock.settle();
    expect(await press(token)).toMatchObject({ kind: 'effect', effect: cancel });
  });

  it('of somebody else that is only in memory is not forgotten', async () => {
    buttons = start({ ...table, put: () => Promise.reject(new Error('disk full')) });
    const token = tokenOf(offer([actionOf(dismiss)]));
    buttons.shown('test:1', CHAT);
    await clock.settle();
    await buttons.forget('test:user:2');
    expect(await press(token)).toMatchObject({ kind: 'effect' });
  });
});
