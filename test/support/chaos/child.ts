import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { childEnvironment } from '../process/child-environment.ts';
import { endWithTests } from '../process/end-with-tests.ts';
import { type Question, type Report, reportSchema } from './protocol.ts';

/** A bot in a process of its own. */
export interface BotProcess {
  /** Resolves when it has started. Rejects if it ends before. */
  readonly ready: Promise<void>;
  readonly pid: number;
  ask(asked: Question): void;
  /** Stops it in its tracks, or lets it go on. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Ends it and resolves when it is gone, with its exit code if it had one. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

export interface BotProcessNeeds {
  /** The directory of the build. */
  readonly built: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly onReport: (report: Report) => void;
  /** Report what it logs. */
  readonly onLog: (text: string) => void;
}

export function startBotProcess({ built, environment, onReport, onLog }: BotProcessNeeds): BotProcess {
  const child = fork(join(built, 'test', 'support', 'chaos', 'bot.js'), {
    env: childEnvironment(environment),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  endWithTests(child);
  let said = '';
  const gone = once(child, 'close').then(() => child.exitCode);
  const ready = new Promise<void>((resolve, reject) => {
    void gone.then((code) => reject(new Error(`the bot ended with ${code} before it was ready: ${said}`)));
    child.on('message', (message) => {
      const report = reportSchema.parse(message);
      if (report.kind === 'ready') resolve();
      onReport(report);
    });
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    onLog(text);
  });
  // What is said to a process that was killed in this moment does not arrive; its answer is missed, not its failure.
  child.on('error', () => undefined);
  // One that is killed while it starts is not waited for.
  ready.catch(() => undefined);
  return {
    ready,
    pid: child.pid ?? 0,
    ask: (asked) => {
      if (child.connected) child.send(asked, () => undefined);
    },
    signal: (name) => void child.kill(name),
    end: (signal) => {
      child.kill(signal);
      return gone;
    },
  };
}
