import { fork } from 'node:child_process';
import { join } from 'node:path';
import { allowUnheard } from '../../src/core/promises.ts';
import { childEnvironment } from '../support/process/child-environment.ts';
import { endWithTests } from '../support/process/end-with-tests.ts';
import type { BotMessage, Question } from './messages.ts';

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
  readonly onMessage: (message: BotMessage) => void;
  /** Called with what it writes to stderr. */
  readonly onLog: (text: string) => void;
}

export function startBotProcess({
  built,
  environment,
  onMessage,
  onLog,
}: BotProcessOptions): BotProcess {
  const child = fork(join(built, 'test', 'chaos', 'bot-child.js'), {
    env: childEnvironment(environment),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  endWithTests(child);
  // A question to a process that was killed in this moment fails to be sent. The tests notice that
  // it is not answered.
  child.on('error', () => undefined);
  const gone = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  let logged = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    logged += text;
    onLog(text);
  });
  const ready = new Promise<void>((resolve, reject) => {
    void gone.then((code) =>
      reject(new Error(`the bot ended with ${code} before it was ready: ${logged}`)),
    );
    child.on('message', (message: BotMessage) => {
      if (message.kind === 'ready') resolve();
      onMessage(message);
    });
  });
  // Nobody has to wait for it: a test may kill the bot while it starts.
  allowUnheard(ready);
  return {
    ready,
    ask: (question) => {
      if (child.connected) child.send(question);
    },
    end: (signal) => {
      child.kill(signal);
      return gone;
    },
  };
}
