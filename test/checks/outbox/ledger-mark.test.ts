import { beforeEach, describe, expect, it } from 'vitest';
import { createLedgerMark, type LedgerMark, NO_MARK } from '../../../src/checks/outbox/ledger-mark.ts';
import type { Collection } from '../../../src/store/contract.ts';
import type { MarkFile } from '../../../src/store/mark-file.ts';
import { createMarkInMemory } from '../../support/checks/known-store.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const HOLD_MS = 130_000;
const KEPT_MS = 48 * 3_600_000;
const FULL = new Error('the disk is full');

describe('the mark of the ledger', () => {
  let clock: FakeClock;
  let rows: Collection;
  let file: MarkFile;
  let errors: unknown[];
  /** Writing fails: of the row, of the file, or the file cannot even be taken away. */
  let broken: ReadonlySet<'row' | 'file' | 'remove'>;

  const orBroken =
    <Given extends readonly unknown[], T>(
      what: 'row' | 'file' | 'remove',
      work: (...given: Given) => Promise<T>,
    ) =>
    (...given: Given): Promise<T> =>
      broken.has(what) ? Promise.reject(FULL) : work(...given);

  const start = (beside: MarkFile | undefined = file, now = clock): LedgerMark =>
    createLedgerMark({
      rows: { get: rows.get, put: orBroken('row', rows.put) },
      file: beside && {
        read: beside.read,
        write: orBroken('file', beside.write),
        remove: orBroken('remove', beside.remove),
      },
      ...{ clock: now, longestHoldMs: HOLD_MS, keptMs: KEPT_MS, onError: (error) => errors.push(error) },
    });
  /** A life that ends with a mark that says all. */
  const liveWhole = async (): Promise<LedgerMark> => {
    const mark = start();
    await mark.begin();
    await clock.advance(HOLD_MS);
    return mark;
  };

  beforeEach(() => {
    clock = createFakeClock();
    rows = createMemoryStore(clock).collection('mark');
    file = createMarkInMemory();
    errors = [];
    broken = new Set();
  });

  it('of a new store vouches for nothing, nor does the next before all that may be held is over', async () => {
    const mark = start();
    expect(await mark.begin()).toBe(false);
    // What is sent meanwhile vouches for nothing that was sent before.
    expect(await mark.written()).toBe(true);
    await clock.advance(HOLD_MS - 1);
    expect(await start().begin()).toBe(false);
  });

  it('keeps no process alive that has nothing else to do', async () => {
    await start().begin();
    expect([clock.sleeping, clock.keepingAlive]).toEqual([1, 0]);
  });

  it('vouches once what nobody knew of holds nothing any more', async () => {
    await liveWhole();
    expect(await start().begin()).toBe(true);
    expect(await start().begin()).toBe(true);
  });

  it('vouches for nothing in a store that lacks a send: one of before, or without its row', async () => {
    const mark = await liveWhole();
    const backup = await rows.entries();
    expect(await mark.written()).toBe(true);
    const [id = '', text = ''] = backup[0] ?? [];
    await rows.put(id, text);
    expect(await start().begin()).toBe(false);
    await liveWhole();
    await rows.delete(id);
    expect(await start().begin()).toBe(false);
  });

  it('vouches for nothing without its file', async () => {
    await liveWhole();
    await file.remove();
    expect(await start().begin()).toBe(false);
  });

  it('vouches for nothing in a store that ends with its process', async () => {
    const mark = createLedgerMark({
      ...{ rows, file: undefined, clock, longestHoldMs: HOLD_MS, keptMs: KEPT_MS },
      onError: (error) => errors.push(error),
    });
    expect(await mark.begin()).toBe(false);
    await clock.advance(HOLD_MS);
    expect(await mark.written()).toBe(true);
    expect(errors).toEqual([]);
  });

  it('vouches for nothing where it cannot be written now', async () => {
    await liveWhole();
    broken = new Set(['row'] as const);
    expect(await start().begin()).toBe(false);
    expect(errors).toEqual([FULL]);
  });

  it('vouches for nothing where what stands in the store is no mark', async () => {
    await liveWhole();
    const [[id = ''] = []] = await rows.entries();
    await rows.put(id, 'no mark');
    expect(await start().begin()).toBe(false);
    expect(errors).toHaveLength(1);
  });

  it('lets a send leave that it cannot be drawn anew for, once it is withdrawn: the next start is sure to know nothing', async () => {
    for (const what of ['row', 'file'] as const) {
      const mark = await liveWhole();
      broken = new Set([what]);
      expect([await mark.written(), await mark.withdraw()]).toEqual([false, true]);
      broken = new Set();
      expect(await start().begin()).toBe(false);
    }
  });

  it('lets nothing leave where the next start might take the ledger for whole', async () => {
    const mark = await liveWhole();
    broken = new Set(['row', 'remove'] as const);
    expect(await mark.written()).toBe(false);
    expect(await mark.withdraw()).toBe(false);
    expect(errors).toEqual([FULL, FULL]);
  });

  it('that could not be drawn anew vouches for what was sent before, as long as nothing has left', async () => {
    const mark = await liveWhole();
    broken = new Set(['row'] as const);
    expect(await mark.written()).toBe(false);
    broken = new Set();
    expect(await start().begin()).toBe(true);
  });

  it('that was withdrawn is set again by itself never, and where the store works again after the longest hold', async () => {
    const mark = await liveWhole();
    expect(await mark.withdraw()).toBe(true);
    await clock.advance(10 * HOLD_MS);
    expect(await file.read()).toBeUndefined();
    const renewed = mark.renew();
    await clock.advance(HOLD_MS / 2);
    // Sent unwritten once more, meanwhile: it holds its slot from now on.
    await mark.withdraw();
    await clock.advance(HOLD_MS - 1);
    expect(await file.read()).toBeUndefined();
    await clock.advance(1);
    await renewed;
    expect(await start().begin()).toBe(true);
  });

  it('that is set is not renewed, and one that cannot be written fails nobody', async () => {
    const mark = await liveWhole();
    await mark.renew();
    expect(clock.sleeping).toBe(0);
    await mark.withdraw();
    broken = new Set(['row'] as const);
    const renewed = mark.renew();
    await clock.advance(HOLD_MS);
    await renewed;
    expect(errors).toEqual([FULL]);
    broken = new Set();
    const again = mark.renew();
    await clock.advance(HOLD_MS);
    await again;
    expect(await start().begin()).toBe(true);
  });

  it('waits no longer when the process ends, and says nothing of it', async () => {
    const mark = start();
    await mark.begin();
    mark.stop();
    await clock.advance(HOLD_MS);
    expect([await file.read(), errors, clock.sleeping]).toEqual([undefined, [], 0]);
  });

  it.each([
    ['set forward beyond what the ledger keeps, on a machine that ran on', KEPT_MS, 0, false],
    ['set forward by less', KEPT_MS / 2, 0, true],
    ['later by itself, while the machine ran', 0, KEPT_MS, true],
    ['set back', -KEPT_MS, 0, true],
  ])('with a clock that is %s', async (_case, steppedMs, passedMs, isWhole) => {
    await liveWhole();
    await clock.advance(passedMs);
    clock.step(steppedMs);
    expect(await start().begin()).toBe(isWhole);
  });

  it.each([
    ['for longer than anything is held, vouches', HOLD_MS + 1, true],
    ['for a shorter time, does not', HOLD_MS, false],
  ])('on a machine that was off for days, and has been up since %s', async (_case, upMs, isWhole) => {
    await liveWhole();
    const bootedAnew: FakeClock = { ...clock, uptime: () => upMs, now: () => clock.now() + KEPT_MS };
    expect(await start(file, bootedAnew).begin()).toBe(isWhole);
  });

  it('is no matter where nothing is sent unwritten', async () => {
    expect([await NO_MARK.begin(), await NO_MARK.written(), await NO_MARK.withdraw()]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
