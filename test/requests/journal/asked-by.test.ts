import { describe, expect, it } from 'vitest';
import { createAskedBy } from '../../../src/requests/journal/asked-by.ts';
import { createFakeClock } from '../../support/clocks/fake.ts';
import { createMemoryStore } from '../../support/store/memory-store.ts';

const KEPT_MS = 3_600_000;
const ANN = 'test:user:ann';
const BOB = 'test:user:bob';
const hash = (name: string): string => Buffer.from(name).toString('hex');

function stage() {
  const clock = createFakeClock();
  const rows = createMemoryStore(clock).collection('asked-by');
  const errors: unknown[] = [];
  const needs = {
    seal: { hash },
    ...{ clock, keptMs: KEPT_MS },
    onError: (error: unknown) => errors.push(error),
  };
  return { clock, rows, errors, needs, askedBy: createAskedBy({ ...needs, rows }) };
}

describe('who asked', () => {
  it('has their own requests, and nobody else’s', async () => {
    const { askedBy } = stage();
    for (const id of ['1', '2/of one event']) await askedBy.add({ id, requester: ANN });
    await askedBy.add({ id: '3', requester: BOB });
    expect(await askedBy.idsOf(ANN)).toEqual(['1', '2/of one event']);
    expect(await askedBy.idsOf('test:user:nobody')).toEqual([]);
  });

  it('has one no more as soon as it is answered', async () => {
    const { askedBy } = stage();
    for (const id of ['1', '2']) await askedBy.add({ id, requester: ANN });
    await askedBy.remove({ id: '1', requester: ANN });
    expect(await askedBy.idsOf(ANN)).toEqual(['2']);
  });

  it('has one for as long as a request may be open, and not for ever', async () => {
    const { askedBy, clock, rows } = stage();
    await askedBy.add({ id: '1', requester: ANN });
    await clock.advance(KEPT_MS - 1);
    expect(await askedBy.idsOf(ANN)).toEqual(['1']);
    await clock.advance(1);
    expect(await rows.entries()).toEqual([]);
  });

  it('cannot be read from the rows', async () => {
    const { askedBy, rows } = stage();
    await askedBy.add({ id: '1', requester: ANN });
    expect(JSON.stringify(await rows.entries())).not.toContain('ann');
  });

  it('is told that it cannot be written; that it cannot be taken away breaks nothing', async () => {
    const { needs, rows, errors } = stage();
    const broken = createAskedBy({
      ...needs,
      rows: { ...rows, put: () => Promise.reject(new Error('full')) },
    });
    await expect(broken.add({ id: '1', requester: ANN })).rejects.toThrow('full');
    expect(errors).toEqual([]);
    await broken.remove({ id: '1', requester: ANN });
    expect(errors).toHaveLength(1);
  });
});
