import { describe, expect, it } from 'vitest';
import { createRecentSends, type RecentSends } from '../../../src/checks/outbox/recent-sends.ts';
import { createMemoryStore } from '../../../src/simulation/memory-store.ts';
import { createSeal } from '../../../src/store/seal/seal.ts';
import { sealedRows } from '../../../src/store/seal/sealed-rows.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';

const HOLD_MS = 130_000;
const EXPIRES = Number.POSITIVE_INFINITY;

function stage() {
  const clock = createFakeClock();
  const collection = createMemoryStore(clock).collection('sent-lately');
  const rows = sealedRows(collection, createSeal('0123456789abcdef'.repeat(4)));
  const start = (by: string): RecentSends => createRecentSends({ rows, clock, by, longestHoldMs: HOLD_MS });
  const ids = async () => (await collection.entries()).map(([id]) => id).sort();
  return { clock, collection, rows, start, ids };
}

describe('the places of what was sent lately', () => {
  it('name one send each, for as long as that lives', async () => {
    const { clock, start, ids } = stage();
    const recent = start('a');
    await recent.take().name('first', EXPIRES);
    await recent.take().name('second', clock.now() + 1_000);
    expect(await start('b').named()).toEqual([
      { id: 'a/0', ledgerId: 'first' },
      { id: 'a/1', ledgerId: 'second' },
    ]);
    await clock.advance(1_000);
    expect(await ids()).toEqual(['a/0']);
  });

  it('are used again once what they named can hold no slot any more, and no sooner', async () => {
    const { clock, start, ids } = stage();
    const recent = start('a');
    const place = recent.take();
    await place.name('first', EXPIRES);
    place.settled();
    await clock.advance(HOLD_MS - 1);
    await recent.take().name('second', EXPIRES);
    expect(await ids()).toEqual(['a/0', 'a/1']);
    await clock.advance(1);
    await recent.take().name('third', EXPIRES);
    expect(await start('b').named()).toEqual([
      { id: 'a/0', ledgerId: 'third' },
      { id: 'a/1', ledgerId: 'second' },
    ]);
  });

  it('are as few as were needed at a time, however much is sent', async () => {
    const { clock, start, ids } = stage();
    const recent = start('a');
    for (let round = 0; round < 20; round += 1) {
      for (const place of [recent.take(), recent.take(), recent.take()]) {
        await place.name(`send of round ${round}`, EXPIRES);
        place.settled();
      }
      await clock.advance(HOLD_MS);
    }
    expect(await ids()).toEqual(['a/0', 'a/1', 'a/2']);
  });

  it('are used again at once where nothing was written, or nothing left', async () => {
    const { start, ids } = stage();
    const recent = start('a');
    recent.take().free();
    const place = recent.take();
    await place.name('withdrawn', EXPIRES);
    await place.clear();
    expect(await ids()).toEqual([]);
    await recent.take().name('next', EXPIRES);
    expect(await ids()).toEqual(['a/0']);
  });

  it('are given to one send at a time, however often one says that it has ended', async () => {
    const { clock, start } = stage();
    const recent = start('a');
    const place = recent.take();
    place.settled();
    place.settled();
    place.free();
    await clock.advance(HOLD_MS);
    const [one, other] = [recent.take(), recent.take()];
    await one.name('one', EXPIRES);
    await other.name('other', EXPIRES);
    expect((await start('b').named()).map(({ ledgerId }) => ledgerId)).toEqual(['one', 'other']);
  });
});

describe('what others have sent lately', () => {
  it('is theirs, of all of them or of one, and never one’s own', async () => {
    const { start } = stage();
    for (const by of ['a', 'b', 'c']) await start(by).take().name(`sent by ${by}`, EXPIRES);
    const { named } = start('b');
    expect((await named()).map(({ ledgerId }) => ledgerId)).toEqual(['sent by a', 'sent by c']);
    expect(await named('c')).toEqual([{ id: 'c/0', ledgerId: 'sent by c' }]);
    expect(await named('d')).toEqual([]);
  });

  it('is known to be there also where nobody can read which it is', async () => {
    const { start, collection } = stage();
    await collection.put('a/0', 'of another secret');
    expect(await start('b').named()).toEqual([{ id: 'a/0', ledgerId: undefined }]);
  });

  it('is taken away when it is of no more use', async () => {
    const { start, ids } = stage();
    await start('a').take().name('first', EXPIRES);
    await start('b').remove('a/0');
    expect(await ids()).toEqual([]);
  });
});
