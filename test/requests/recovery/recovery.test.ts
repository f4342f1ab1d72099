import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplyTarget, Request, Show } from '../../../src/core/adapter.ts';
import type { OpenRequest } from '../../../src/requests/journal/row.ts';
import { POISON_LIMITS, type Tries } from '../../../src/requests/journal/tries.ts';
import { createRecovery, type Recovery } from '../../../src/requests/recovery/recovery.ts';
import { createRunning, type Running } from '../../../src/requests/running.ts';
import { createFakeClock, type FakeClock } from '../../support/clocks/fake.ts';

const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;

describe('recovery', () => {
  let clock: FakeClock;
  let open: Map<string, OpenRequest>;
  let resumed: string[];
  let reopened: { target: ReplyTarget; beside: ReplyTarget | undefined }[];
  let givenUp: string[];
  /** What a resumed request does: by default it is answered. */
  let onResume: (entry: OpenRequest) => Promise<void>;
  let canReopen: boolean;
  let recovery: Recovery;
  let running: Running;
  /** Why a request cannot be given up, if it cannot. */
  let keepsOpen: Error | undefined;
  let logged: { readonly msg: string; readonly request?: string }[];

  const entryOf = (id: string, tries: Tries = { begun: 0, lasted: 0 }, platform = 'test'): OpenRequest => {
    const request: Request = {
      id,
      ask: { kind: 'command', name: 'imei', options: { kind: 'text', text: '' } },
      requester: `${platform}:user:${id}`,
      scopes: [],
      locale: 'en',
      visibility: 'private',
      target: { of: id },
    };
    const entry = { request, acceptedAt: clock.now(), tries, by: 'before' };
    open.set(id, entry);
    return entry;
  };
  const answer = async ({ request: { id } }: OpenRequest): Promise<void> => void open.delete(id);
  const fail = async (entry: OpenRequest): Promise<void> => recovery.later(entry);

  beforeEach(() => {
    clock = createFakeClock();
    open = new Map();
    resumed = [];
    reopened = [];
    givenUp = [];
    keepsOpen = undefined;
    logged = [];
    onResume = answer;
    canReopen = true;
    running = createRunning((requester) => requester);
    const show: Show = async () => ({});
    recovery = createRecovery({
      journal: { find: async (id) => open.get(id) },
      adapters: [
        {
          platform: 'test',
          reopen: async (target, beside) => {
            reopened.push({ target, beside });
            return canReopen ? show : undefined;
          },
        },
      ],
      dispatch: Promise.resolve({
        resume: async (entry) => {
          resumed.push(entry.request.id);
          await onResume(entry);
        },
      }),
      running,
      clock,
      log: pino({}, { write: (line) => void logged.push(JSON.parse(line)) }),
      maxAgeMs: HOUR_MS,
      poison: POISON_LIMITS,
      giveUp: async (id) => {
        if (keepsOpen !== undefined) throw keepsOpen;
        open.delete(id);
        givenUp.push(id);
      },
    });
  });

  it('begins at once with all that is open, where each reply stands', async () => {
    recovery.start([entryOf('1'), entryOf('2')]);
    await clock.settle();
    expect(resumed).toEqual(['1', '2']);
    expect(reopened.map(({ target }) => target)).toEqual([{ of: '1' }, { of: '2' }]);
  });

  it('leaves alone what is not open any more, and what is of a platform that is not configured', async () => {
    const gone = entryOf('1');
    open.delete('1');
    recovery.start([gone, entryOf('2', undefined, 'other')]);
    await clock.advance(3 * HOUR_MS);
    expect(resumed).toEqual([]);
    expect(givenUp).toEqual([]);
  });

  it('tries again after growing pauses, and ends with the age of the request', async () => {
    onResume = fail;
    recovery.start([entryOf('1')]);
    await clock.settle();
    const pauses = [5, 30, 120, 600, 600];
    for (const [tries, pause] of pauses.entries()) {
      await clock.advance(pause * SECOND_MS - 1);
      expect(resumed).toHaveLength(tries + 1);
      await clock.advance(1);
      expect(resumed).toHaveLength(tries + 2);
    }
    await clock.advance(5 * 24 * HOUR_MS);
    expect(givenUp).toEqual(['1']);
    expect(resumed.length).toBeLessThan(12);
    expect(clock.sleeping).toBe(0);
  });

  it('counts what waits for its next try as open, until it is answered or given up', async () => {
    onResume = fail;
    recovery.start([entryOf('1'), entryOf('2')]);
    await clock.settle();
    expect(running.count()).toBe(2);
    onResume = answer;
    await clock.advance(5 * SECOND_MS);
    expect(running.count()).toBe(0);
    canReopen = false;
    recovery.later(entryOf('3'));
    expect(running.countOf('test:user:3')).toBe(1);
    await clock.advance(2 * HOUR_MS);
    expect(running.count()).toBe(0);
  });

  it('gives up no request unheard, however old it is, because its start cannot be written', async () => {
    onResume = async (entry) => recovery.again(entry);
    const entry = entryOf('1');
    await clock.advance(2 * HOUR_MS);
    recovery.start([entry]);
    await clock.advance(HOUR_MS);
    expect([givenUp, running.count()]).toEqual([[], 1]);
    onResume = answer;
    await clock.advance(600 * SECOND_MS);
    expect([open.size, givenUp]).toEqual([0, []]);
  });

  it('gives up no request unheard, however old it is, because the store fails when it is taken up', async () => {
    let isFailing = true;
    onResume = async (entry) => {
      if (isFailing) throw new Error('the store is away');
      await answer(entry);
    };
    const entry = entryOf('1');
    await clock.advance(2 * HOUR_MS);
    recovery.start([entry]);
    await clock.advance(HOUR_MS);
    expect(givenUp).toEqual([]);
    expect(running.count()).toBe(1);
    isFailing = false;
    await clock.advance(600 * SECOND_MS);
    expect(open.size).toBe(0);
    expect(givenUp).toEqual([]);
    expect(clock.sleeping).toBe(0);
  });

  it('gives up a request whose place to answer stays closed, when it is too old', async () => {
    canReopen = false;
    recovery.start([entryOf('1')]);
    await clock.advance(HOUR_MS - 1);
    expect(givenUp).toEqual([]);
    await clock.advance(HOUR_MS);
    expect(givenUp).toEqual(['1']);
    expect(resumed).toEqual([]);
  });

  it('tries again what could not be taken up, since the store failed', async () => {
    const find = open.get.bind(open);
    let fails = true;
    open.get = (id) => {
      if (fails) throw new Error('the store is away');
      return find(id);
    };
    recovery.start([entryOf('1')]);
    await clock.settle();
    fails = false;
    await clock.advance(5 * SECOND_MS);
    expect(resumed).toEqual(['1']);
  });

  it('shows what somebody is still owed beside what they ask next, and nobody else’s', async () => {
    onResume = fail;
    recovery.start([entryOf('1'), entryOf('2')]);
    await clock.settle();
    onResume = answer;
    recovery.asked('test:user:1', { of: 'something new' });
    await clock.settle();
    expect(resumed).toEqual(['1', '2', '1']);
    expect(reopened.at(-1)).toEqual({ target: { of: '1' }, beside: { of: 'something new' } });
  });

  it('begins no more once it is stopped', async () => {
    onResume = fail;
    recovery.start([entryOf('1')]);
    await clock.settle();
    recovery.stop();
    recovery.start([entryOf('2'), entryOf('3', { begun: 1, lasted: 0 })]);
    await clock.advance(HOUR_MS);
    expect(resumed).toEqual(['1']);
    expect(clock.sleeping).toBe(0);
  });

  it('begins one by one with those over which a process may have died, and beside them with all others', async () => {
    const dead = { begun: 1, lasted: 0 };
    onResume = () => new Promise(() => undefined);
    recovery.start([entryOf('1', dead), entryOf('2', dead), entryOf('3', { begun: 1, lasted: 1 })]);
    recovery.start([entryOf('4', dead)]);
    await clock.settle();
    expect(resumed.sort()).toEqual(['1', '3']);
    await clock.advance(POISON_LIMITS.lastsMs);
    expect(resumed).toContain('2');
    expect(resumed).not.toContain('4');
    await clock.advance(POISON_LIMITS.lastsMs);
    expect(resumed).toContain('4');
  });

  it('goes on to the next suspect as soon as one has ended', async () => {
    const dead = { begun: 1, lasted: 0 };
    recovery.start([entryOf('1', dead), entryOf('2', dead), entryOf('3', dead)]);
    await clock.settle();
    expect(resumed).toEqual(['1', '2', '3']);
    expect(clock.sleeping).toBe(0);
  });

  it('gives up what is too old of a platform that is not configured any more', async () => {
    const entry = entryOf('1', undefined, 'other');
    await clock.advance(HOUR_MS + 1);
    recovery.start([entry]);
    await clock.settle();
    expect(givenUp).toEqual(['1']);
    expect(logged).toMatchObject([{ request: '1', msg: expect.stringContaining('given up') }]);
  });

  it('gives nothing up before it is older than a request may be', async () => {
    canReopen = false;
    const entry = entryOf('1');
    await clock.advance(HOUR_MS);
    recovery.start([entry]);
    await clock.settle();
    expect(givenUp).toEqual([]);
    await clock.advance(5 * SECOND_MS);
    expect(givenUp).toEqual(['1']);
  });

  it('tells the log what it could not give up, and goes on', async () => {
    const entry = entryOf('1');
    await clock.advance(2 * HOUR_MS);
    keepsOpen = new Error('the store is away');
    canReopen = false;
    recovery.start([entry]);
    await clock.settle();
    expect(logged.at(-1)).toMatchObject({
      request: '1',
      msg: expect.stringContaining('could not be given up'),
    });
    expect(clock.sleeping).toBe(0);
  });

  it('names in the log what it could not take up', async () => {
    onResume = () => Promise.reject(new Error('the store is away'));
    recovery.start([entryOf('1')]);
    await clock.settle();
    expect(logged).toMatchObject([{ request: '1', msg: expect.stringContaining('taken up') }]);
    expect(clock.sleeping).toBe(1);
  });

  it('begins with the shortest pause again after a reply was shown', async () => {
    onResume = fail;
    recovery.start([entryOf('1')]);
    await clock.advance(40 * SECOND_MS);
    expect(resumed).toHaveLength(3);
    onResume = answer;
    await clock.advance(120 * SECOND_MS);
    expect(resumed).toHaveLength(4);
    onResume = fail;
    recovery.later(entryOf('1'));
    await clock.advance(5 * SECOND_MS);
    expect(resumed).toHaveLength(5);
  });

  it('runs one after another those that may crash a process', async () => {
    onResume = () => new Promise(() => undefined);
    const suspect: Tries = { begun: 1, lasted: 0 };
    recovery.start([entryOf('1', suspect), entryOf('2', suspect)]);
    await clock.settle();
    expect(resumed).toEqual(['1']);
    await clock.advance(POISON_LIMITS.lastsMs);
    expect(resumed).toEqual(['1', '2']);
  });

  it('puts nothing off any more that fails while it stops', async () => {
    let letGo = (): void => undefined;
    onResume = async (entry) => {
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      recovery.later(entry);
    };
    recovery.start([entryOf('1')]);
    await clock.settle();
    recovery.stop();
    letGo();
    await clock.settle();
    expect([clock.sleeping, running.count()]).toEqual([0, 0]);
  });

  it('tries again where the way to a reply cannot be opened just now', async () => {
    canReopen = false;
    recovery.start([entryOf('1')]);
    await clock.settle();
    expect(resumed).toEqual([]);
    canReopen = true;
    await clock.advance(5 * SECOND_MS);
    expect(resumed).toEqual(['1']);
  });
});
