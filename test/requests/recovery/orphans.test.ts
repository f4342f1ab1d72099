import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Request } from '../../../src/core/adapter.ts';
import type { OpenRequest } from '../../../src/requests/journal/row.ts';
import { createTakeover, type TakeoverNeeds } from '../../../src/requests/recovery/takeover.ts';
import type { Sign } from '../../../src/store/cluster/attendance.ts';
import type { LivingNow } from '../../../src/store/cluster/members.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';

const MINUTE_MS = 60_000;

function entryOf(id: string, by: readonly string[], platform = 'test'): OpenRequest {
  const request: Request = {
    id,
    ask: { kind: 'command', name: 'imei', options: { kind: 'text', text: '' } },
    requester: `${platform}:user:1`,
    scopes: [],
    locale: 'en',
    visibility: 'private',
    target: {},
  };
  return { request, acceptedAt: 0, tries: { begun: 1, lasted: 0 }, by };
}

describe('what dead processes have left', () => {
  let clock: FakeClock;
  /** What the journal has open, and who owns what. */
  let open: Map<string, OpenRequest>;
  let owned: Map<string, string>;
  /** What was read of whom, and whether they had ended. */
  let learnt: (readonly [from: string, hasEnded: boolean])[];
  let resumed: string[];
  let here: Set<string>;
  let logged: { readonly level: number; readonly request?: string }[];
  /** Those about whom was asked. */
  let asked: readonly string[];
  let broken: Set<string>;
  let sweep: (...living: readonly string[]) => Promise<void>;

  const leave = (id: string, owner: string | undefined, by = owner === undefined ? [] : [owner]): void => {
    open.set(id, entryOf(id, by));
    if (owner !== undefined) owned.set(id, owner);
  };
  const others = async () =>
    [...new Set(owned.values())].flatMap((owner): Sign[] => (owner === 'me' ? [] : [[owner, '1']]));

  beforeEach(() => {
    clock = createFakeClock();
    [open, owned, here, broken] = [new Map(), new Map(), new Set(), new Set()];
    [learnt, resumed, logged, asked] = [[], [], [], []];
    const journal: TakeoverNeeds['journal'] = {
      find: async (id) => {
        if (broken.has(id)) throw new Error('away');
        return open.get(id);
      },
      open: async () => [...open.values()],
      index: async () => undefined,
    };
    const ownership: TakeoverNeeds['ownership'] = {
      others,
      requestsOf: async (owner) =>
        [...owned].flatMap(([id, whose]) => (whose === owner ? [{ id, owner }] : [])),
      dismiss: async () => undefined,
      discard: async ({ id }) => void owned.delete(id),
      takeOver: async ({ id, owner }) => {
        if (owned.get(id) !== owner) return false;
        owned.set(id, 'me');
        return true;
      },
      ownerOf: async (id) => {
        if (broken.has(id)) throw new Error('away');
        return owned.get(id);
      },
      reserve: async (id) => {
        if (owned.has(id)) return false;
        owned.set(id, 'me');
        return true;
      },
      drop: async (id) => void owned.delete(id),
    };
    const takeOver = createTakeover({
      ...{ journal, ownership, clock, by: 'me', platforms: new Set(['test']) },
      learn: async (...of) => void learnt.push(of),
      isHere: (id) => here.has(id),
      resume: (entries) => resumed.push(...entries.map(({ request }) => request.id)),
      log: pino({}, { write: (line) => void logged.push(JSON.parse(line)) }),
    });
    sweep = (...living) => {
      const livingNow: LivingNow = async (listed) => {
        asked = listed.map(([name]) => name);
        return new Set(living);
      };
      return takeOver(livingNow);
    };
  });

  it('is gone on with once it is known what they have sent, which is read once and told in the log', async () => {
    leave('1', 'dead');
    leave('2', 'dead');
    await sweep('me');
    expect(resumed).toEqual(['1', '2']);
    expect(learnt).toEqual([['dead', true]]);
    expect(logged.map(({ request }) => request)).toEqual(['1', '2']);
    expect(asked).toEqual(['dead']);
  });

  it('is read anew of one that was taken for dead and came back', async () => {
    leave('1', 'dead');
    await sweep('me');
    await sweep('me', 'dead');
    leave('2', 'dead');
    await sweep('me');
    expect(learnt).toEqual([
      ['dead', true],
      ['dead', true],
    ]);
  });

  it('is read of the living that had it before as well, as of the living, and each time', async () => {
    leave('1', 'dead', ['alive', 'me', 'dead']);
    leave('2', 'dead', ['alive', 'dead']);
    await sweep('me', 'alive');
    expect(learnt).toEqual([
      ['alive', false],
      ['dead', true],
      ['alive', false],
    ]);
  });

  it('is not taken from another that was faster', async () => {
    leave('1', 'dead');
    const sweeping = sweep('me');
    owned.set('1', 'faster');
    await sweeping;
    expect(resumed).toEqual([]);
  });

  it('is not theirs any more once it is answered, and is no matter of a platform that is not served', async () => {
    owned.set('answered', 'dead');
    open.set('2', entryOf('2', ['dead'], 'other'));
    owned.set('2', 'dead');
    await sweep('me');
    expect(resumed).toEqual([]);
    expect([...owned]).toEqual([['2', 'dead']]);
  });

  it('keeps nobody from the rest where one of it cannot be read, which is told and tried again', async () => {
    leave('1', 'dead');
    leave('2', 'dead');
    broken.add('1');
    await sweep('me');
    expect(resumed).toEqual(['2']);
    expect(logged[0]).toMatchObject({ request: '1', level: 50 });
    broken.clear();
    await sweep('me');
    expect(resumed).toEqual(['2', '1']);
  });

  describe('without saying that it was theirs', () => {
    it('is looked for once a minute, and gone on with when it is met twice', async () => {
      leave('1', undefined, ['dead']);
      for (const [ms, expected] of [
        [MINUTE_MS - 1, []],
        [1, []],
        [MINUTE_MS - 1, []],
        [1, ['1']],
      ] as const) {
        await clock.advance(ms);
        await sweep('me');
        expect(resumed).toEqual(expected);
      }
      expect(learnt).toEqual([['dead', true]]);
      expect(owned.get('1')).toBe('me');
    });

    it('is left to one that lives and began it, and to this one while it is at it', async () => {
      leave('1', undefined, ['dead', 'alive']);
      leave('2', undefined, ['me']);
      here.add('2');
      for (let looks = 0; looks < 3; looks += 1) {
        await clock.advance(MINUTE_MS);
        await sweep('me', 'alive');
      }
      expect(resumed).toEqual([]);
    });

    it('is no more this one’s own where another that lives has accepted it, and nothing here has been at it for a minute', async () => {
      leave('1', 'me', ['alive']);
      leave('2', 'me', ['alive']);
      here.add('2');
      await clock.advance(MINUTE_MS);
      await sweep('me', 'alive');
      expect([...owned.keys()]).toEqual(['1', '2']);
      await clock.advance(MINUTE_MS);
      await sweep('me', 'alive');
      expect([...owned.keys()]).toEqual(['2']);
      expect(resumed).toEqual([]);
    });

    it('is left to whoever has claimed it meanwhile', async () => {
      leave('1', 'alive', ['dead']);
      await clock.advance(MINUTE_MS);
      await sweep('me', 'alive');
      await clock.advance(MINUTE_MS);
      await sweep('me', 'alive');
      expect(resumed).toEqual([]);
    });

    it('is nobody’s of a platform that is not served here', async () => {
      open.set('1', entryOf('1', ['dead'], 'other'));
      for (let looks = 0; looks < 3; looks += 1) {
        await clock.advance(MINUTE_MS);
        await sweep('me');
      }
      expect(resumed).toEqual([]);
    });

    it('keeps nobody from the rest where one of it cannot be read', async () => {
      leave('1', undefined, ['dead']);
      leave('2', undefined, ['dead']);
      broken.add('1');
      for (let looks = 0; looks < 2; looks += 1) {
        await clock.advance(MINUTE_MS);
        await sweep('me');
      }
      expect(resumed).toEqual(['2']);
      expect(logged.some(({ request, level }) => request === '1' && level === 50)).toBe(true);
    });
  });
});
