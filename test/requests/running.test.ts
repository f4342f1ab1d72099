import { describe, expect, it } from 'vitest';
import { createAccounts } from '../../src/checks/basics.ts';
import type { Principal } from '../../src/core/requester.ts';
import { createRunning, type Running, Stopped } from '../../src/requests/running.ts';

const ANN = 'test:user:ann';
const BOB = 'test:user:bob';

function begin(running: Running, id: string, requester: Principal = ANN) {
  let end = (): void => undefined;
  let told: AbortSignal | undefined;
  const run = running.track({ id, requester }, (signal) => {
    told = signal;
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  return { run, end: () => end(), reason: () => told?.reason as unknown };
}

describe('the requests that are being answered', () => {
  const start = (): Running => createRunning(createAccounts([]));

  it('are known from their beginning to their end, by person and in all', async () => {
    const running = start();
    const [one, two] = [begin(running, '1'), begin(running, '2', BOB)];
    expect(running.ids()).toEqual(['1', '2']);
    expect(running.idsOf(BOB)).toEqual(['2']);
    expect([running.count(), running.countOf(ANN), running.countOf(BOB)]).toEqual([2, 1, 1]);
    one.end();
    await one.run;
    expect(running.ids()).toEqual(['2']);
    expect([running.count(), running.countOf(ANN), running.countOf(BOB)]).toEqual([1, 0, 1]);
    two.end();
  });

  it('are over as well where their work broke', async () => {
    const running = start();
    await expect(
      running.track({ id: '1', requester: ANN }, () => Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken');
    expect([running.ids(), running.count(), running.countOf(ANN)]).toEqual([[], 0, 0]);
  });

  it('are counted once while they are expected, and not twice taken back', () => {
    const running = start();
    const release = running.expect(ANN);
    running.expect(ANN);
    expect([running.count(), running.countOf(ANN)]).toEqual([2, 2]);
    release();
    release();
    expect([running.count(), running.countOf(ANN)]).toEqual([1, 1]);
  });

  it('are stopped one at a time by their askers, and only while they run', async () => {
    const running = start();
    const [one, two] = [begin(running, '1'), begin(running, '2')];
    expect(running.cancel('1')).toBe(true);
    expect(one.reason()).toMatchObject({ why: 'cancelled' });
    expect(two.reason()).toBeUndefined();
    one.end();
    await one.run;
    expect(running.cancel('1')).toBe(false);
    two.end();
  });

  it('are all told of a shutdown, which waits for their ends', async () => {
    const running = start();
    const all = [begin(running, '1'), begin(running, '2', BOB)];
    let isOver = false;
    const stopped = running.stopAll().then(() => {
      isOver = true;
    });
    for (const { reason } of all) expect(reason()).toEqual(new Stopped('shutdown'));
    all[0]?.end();
    await all[0]?.run;
    expect(isOver).toBe(false);
    all[1]?.end();
    await stopped;
    expect(running.count()).toBe(0);
  });

  it('are told of a shutdown at once when they begin after it', async () => {
    const running = start();
    await running.stopAll();
    const late = begin(running, '1');
    expect(late.reason()).toEqual(new Stopped('shutdown'));
    expect(running.ids()).toEqual(['1']);
    late.end();
    await late.run;
  });

  it('are told apart where one id runs anew before its first run has ended', async () => {
    const running = start();
    const [first, second] = [begin(running, '1'), begin(running, '1')];
    first.end();
    await first.run;
    expect(running.ids()).toEqual(['1']);
    expect(running.cancel('1')).toBe(true);
    expect(second.reason()).toBeDefined();
    second.end();
  });
});
