import type { LeaderElection, LeaderTask } from '../../../src/core/leader-election.ts';

interface Candidate {
  readonly task: string;
  readonly process: string;
  readonly leaderTask: LeaderTask;
  turn?: { readonly lost: AbortController; readonly ended: Promise<void> } | undefined;
}

/** Who leads what among the processes of a test: the first to stand, until the test or a stop passes the turn on. */
export interface Election {
  /** The election as one process has it. */
  leadOf(process: string): LeaderElection;
  /** Takes the turn of a task from whoever has it, and gives it to a process, or to nobody. */
  pass(task: string, to: string | undefined): Promise<void>;
  leaderOf(task: string): string | undefined;
  /** The tasks that any process stands for. */
  readonly tasks: readonly string[];
}

export function createElection(): Election {
  const candidates = new Set<Candidate>();
  const standingFor = (task: string): Candidate[] => [...candidates].filter((one) => one.task === task);
  const leading = (task: string): Candidate | undefined =>
    standingFor(task).find(({ turn }) => turn !== undefined);
  const begin = (one: Candidate): void => {
    const lost = new AbortController();
    one.turn = { lost, ended: one.leaderTask.work(lost.signal) };
  };
  const end = async (one: Candidate): Promise<void> => {
    one.turn?.lost.abort();
    await one.turn?.ended;
    one.turn = undefined;
  };
  return {
    leadOf: (process) => (task, leaderTask, stopped) => {
      const mine: Candidate = { task, process, leaderTask };
      const free = leading(task) === undefined;
      candidates.add(mine);
      if (free) begin(mine);
      else leaderTask.onStandBy();
      return new Promise<void>((resolve) => {
        const leave = async (): Promise<void> => {
          const led = mine.turn !== undefined;
          await end(mine);
          candidates.delete(mine);
          const [next] = standingFor(task);
          if (led && next !== undefined) begin(next);
          resolve();
        };
        stopped.addEventListener('abort', () => void leave(), { once: true });
      });
    },
    pass: async (task, to) => {
      const before = leading(task);
      if (before !== undefined) {
        await end(before);
        before.leaderTask.onStandBy();
      }
      const next = standingFor(task).find(({ process }) => process === to);
      if (next !== undefined) begin(next);
    },
    leaderOf: (task) => leading(task)?.process,
    get tasks() {
      return [...new Set([...candidates].map(({ task }) => task))];
    },
  };
}
