import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Principal } from '../../../src/core/adapter.ts';
import { allowUnheard } from '../../../src/core/async/promises.ts';
import { childEnvironment } from '../process/child-environment.ts';
import { endWithTests } from '../process/end-with-tests.ts';

/** What the parent of a chaos bot says to it: one event of its platform. */
export interface Question {
  readonly id: string;
  readonly command: string;
  readonly values: Readonly<Record<string, string | boolean>>;
  readonly requester: Principal;
}

/**
 * What a chaos bot says to its parent: that a request is written down, and every state it shows of
 * a reply.
 */
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'accepted'; readonly id: string }
  | Shown;
export interface Shown {
  readonly kind: 'shown';
  readonly id: string;
  readonly last: boolean;
  readonly title: string;
  readonly fields: readonly { readonly label: string; readonly value: string }[];
  readonly records: readonly {
    readonly imei: string;
    readonly ok: boolean;
    readonly result: string;
  }[];
}

/** A bot in a process of its own. */
export interface BotProcess {
  /** Resolves when it has started. Rejects if it ends before. */
  readonly ready: Promise<void>;
  ask(question: Question): void;
  /** Ends it and resolves when it is gone, with its exit code if it had one. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

interface BotProcessOptions {
  /** The directory of the build. */
  readonly built: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly onReport: (report: Report) => void;
  /** Report what it logs. */
  readonly onLog: (text: string) => void;
}

export function startBotProcess({
  built,
  environment,
  onReport,
  onLog,
}: BotProcessOptions): BotProcess {
  const child = fork(join(built, 'test', 'support', 'chaos', 'bot.js'), {
    env: childEnvironment(environment),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  endWithTests(child);
  let said = '';
  const gone = once(child, 'close').then(() => child.exitCode);
  const ready = new Promise<void>((resolve, reject) => {
    void gone.then((code) =>
      reject(new Error(`the bot ended with ${code} before it was ready: ${said}`)),
    );
    child.on('message', (report: Report) => {
      if (report.kind === 'ready') resolve();
      onReport(report);
    });
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    onLog(text);
  });
  // What is said to a process that was killed in this moment does not arrive; its answer is missed,
  // not its failure.
  child.on('error', () => undefined);
  // One that is killed while it starts is not waited for.
  allowUnheard(ready);
  return {
    ready,
    ask: (asked) => {
      if (child.connected) child.send(asked, () => undefined);
    },
    end: (signal) => {
      child.kill(signal);
      return gone;
    },
  };
}
