import { describe, expect, it, onTestFinished } from 'vitest';
import { whenAborted } from '../../src/core/async/promises.ts';
import { electAlone, type LeaderTask } from '../../src/core/leader-election.ts';
import { createFakeClock } from '../support/clocks/fake.ts';

describe('a process that is alone', () => {
  it('has its turn at once, and keeps it until it is stopped', async () => {
    const { elect, clock, stopped } = setUp();
    const seen: string[] = [];
    const leading = elect('the task', {
      work: async (signal) => {
        seen.push('begins');
        await whenAborted(signal);
        seen.push('ends');
      },
      onStandBy: () => seen.push('stands by'),
    });
    await clock.advance(3_600_000);
    expect(seen).toEqual(['begins']);
    stopped.abort();
    await leading;
    expect(seen).toEqual(['begins', 'ends']);
  });

  it('waits at a stop for the work to end', async () => {
    const { elect, clock, stopped } = setUp();
    let ended = false;
    const leading = elect(
      'the task',
      leaderTask(() => clock.sleep(5_000)),
    ).then(() => {
      ended = true;
    });
    stopped.abort();
    await clock.advance(4_999);
    expect(ended).toBe(false);
    await clock.advance(1);
    await leading;
  });

  it('runs work again that ended by itself, after a pause', async () => {
    const { elect, clock } = setUp();
    let runs = 0;
    const work = async (): Promise<void> => {
      runs += 1;
    };
    void elect('the task', leaderTask(work));
    await clock.settle();
    expect(runs).toBe(1);
    await clock.advance(9_999);
    expect(runs).toBe(1);
    await clock.advance(1);
    expect(runs).toBe(2);
  });

  it('reports work that broke, and runs it again', async () => {
    const { elect, clock, broken } = setUp();
    let runs = 0;
    const work = async (): Promise<void> => {
      runs += 1;
      throw new Error(`broke ${runs}`);
    };
    void elect('the task', leaderTask(work));
    await clock.advance(10_000);
    expect(runs).toBe(2);
    expect(broken).toEqual(['the task: broke 1', 'the task: broke 2']);
  });

  it('does not report what a stop broke off', async () => {
    const { elect, clock, stopped, broken } = setUp();
    const leading = elect(
      'the task',
      leaderTask((signal) => clock.sleep(5_000, signal)),
    );
    stopped.abort();
    await leading;
    expect(broken).toEqual([]);
  });
});

function setUp() {
  const clock = createFakeClock();
  const stopped = new AbortController();
  onTestFinished(() => stopped.abort());
  const broken: string[] = [];
  const alone = electAlone(clock, (task, error) =>
    broken.push(`${task}: ${error instanceof Error ? error.message : error}`),
  );
  const elect = (task: string, work: LeaderTask): Promise<void> => alone(task, work, stopped.signal);
  return { elect, clock, stopped, broken };
}

function leaderTask(work: LeaderTask['work']): LeaderTask {
  return { work, onStandBy: () => undefined };
}
