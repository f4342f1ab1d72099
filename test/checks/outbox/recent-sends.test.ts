import { beforeEach, describe, expect, it } from 'vitest';
import { createRecentSends, type RecentSends } from '../../../src/checks/outbox/recent-sends.ts';
import { createSeal } from '../../../src/store/seal/seal.ts';
import { type SealedRows, sealedRows } from '../../../src/store/seal/sealed-rows.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const HOLD_MS = 1_000;
const HOUR_MS = 3_600_000;

describe('the places of recent sends', () => {
  let clock: FakeClock;
  let rows: SealedRows;
  let own: RecentSends;
  const of = (by: string): RecentSends => createRecentSends({ rows, clock, by, longestHoldMs: HOLD_MS });
  const name = (place: ReturnType<RecentSends['take']>, id: string) => place.name(id, clock.now() + HOUR_MS);
  /** The ids of the rows that stand there. */
  const ids = async (): Promise<string[]> => (await rows.entries()).map(([id]) => id).sort();

  beforeEach(() => {
    clock = createFakeClock();
    rows = sealedRows(
      createMemoryStore(clock).collection('recent'),
      createSeal('0123456789abcdef'.repeat(4)),
    );
    own = of('own');
  });

  it('are one for each send under way', async () => {
    for (const id of ['a', 'b', 'c']) await name(own.take(), id);
    expect(await ids()).toEqual(['own/0', 'own/1', 'own/2']);
  });

  it('are used again only when the send has ended and can hold no slot any more', async () => {
    const first = own.take();
    await name(first, 'a');
    first.settled();
    await clock.advance(HOLD_MS - 1);
    await name(own.take(), 'b');
    expect(await ids()).toEqual(['own/0', 'own/1']);
    await clock.advance(1);
    await name(own.take(), 'c');
    expect(await ids()).toEqual(['own/0', 'own/1']);
    expect(await rows.get('own/0')).toBe('c');
  });

  it.each([
    ['could not be written down', async (place: ReturnType<RecentSends['take']>) => place.free()],
    ['never left', (place: ReturnType<RecentSends['take']>) => place.clear()],
  ])('are used again at once where the send %s', async (_, end) => {
    const first = own.take();
    await name(first, 'a');
    await end(first);
    const next = own.take();
    await name(next, 'b');
    expect(await ids()).toEqual(['own/0']);
    // And no other takes it meanwhile.
    await name(own.take(), 'c');
    expect(await ids()).toEqual(['own/0', 'own/1']);
  });

  it('are given back once, however often the send ends', async () => {
    const first = own.take();
    first.free();
    first.free();
    first.settled();
    await clock.advance(HOLD_MS);
    for (const id of ['a', 'b']) await name(own.take(), id);
    expect(await ids()).toEqual(['own/0', 'own/1']);
  });

  it('name what others have sent, and nothing of one’s own', async () => {
    await name(own.take(), 'mine');
    await name(of('own too').take(), 'theirs');
    await name(of('other').take(), 'another’s');
    expect(await own.named()).toEqual([
      { id: 'own too/0', ledgerId: 'theirs' },
      { id: 'other/0', ledgerId: 'another’s' },
    ]);
    await own.remove('other/0');
    expect(await ids()).toEqual(['own too/0', 'own/0']);
  });

  it('name nothing any more when the send never left', async () => {
    const place = own.take();
    await name(place, 'a');
    await place.clear();
    expect(await ids()).toEqual([]);
  });
});
