import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const usedSchema = z.object({ cpuMs: z.number(), garbageMs: z.number(), residentBytes: z.number() });
const heldSchema = z.object({ heapBytes: z.number(), scripts: z.array(z.string()) });

/** A program in a process of its own, so that the bench's work is not counted as its own. */
export interface Program {
  /** When it was launched, as `performance.now()` tells it. */
  readonly launchedAt: number;
  /** Waits for something that needs the program. @throws with all that it logged when it ends before */
  during<T>(work: Promise<T>): Promise<T>;
  /** Writes a line to its input; resolves when it has written something back that matches. */
  say(line: string, answer: RegExp): Promise<void>;
  /**
   * What it has used: the processor's time of all its threads since the launch, how long it
   * stood still for garbage, and the memory it has now.
   */
  used(): Promise<z.infer<typeof usedSchema>>;
  /** What it holds: bytes on the heap after a collection, and the files of code that are loaded. */
  held(): Promise<z.infer<typeof heldSchema>>;
  /** Kills it; resolves when it is gone. */
  end(): Promise<void>;
  /** Has it end by itself, so that what was compiled is kept; resolves when it is gone. */
  leave(): Promise<void>;
}

export interface ProgramNeeds {
  /** The directory of the build. */
  readonly built: string;
  /** The file there. */
  readonly file: string;
  /** Its working directory. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
}

export function startProgram({ built, file, directory, environment }: ProgramNeeds): Program {
  const probe = pathToFileURL(join(built, 'bench', 'probe.js')).href;
  const launchedAt = performance.now();
  const child = fork(join(built, file), {
    cwd: directory,
    env: environment,
    execArgv: ['--expose-gc', '--import', probe],
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  let logged = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    logged += text;
  });
  const closed = once(child, 'close');
  const gone = closed.then((): never => {
    throw new Error(`${file} ended: ${logged}`);
  });
  // When it is ended nobody waits for anything.
  gone.catch(() => undefined);
  const during = <T>(work: Promise<T>): Promise<T> => Promise.race([work, gone]);
  const answerTo = async (question: 'used' | 'held'): Promise<unknown> => {
    const answer = once(child, 'message');
    child.send(question);
    return (await during(answer))[0];
  };
  return {
    launchedAt,
    during,
    say: (line, answer) => during(answerInText(child, line, answer)),
    used: async () => usedSchema.parse(await answerTo('used')),
    held: async () => heldSchema.parse(await answerTo('held')),
    end: async () => {
      child.kill('SIGKILL');
      await closed;
    },
    leave: async () => {
      child.send('end');
      await closed;
    },
  };
}

function answerInText({ stdin, stdout }: ChildProcess, line: string, answer: RegExp): Promise<void> {
  return new Promise((resolve) => {
    let written = '';
    const read = (bytes: Buffer): void => {
      written += String(bytes);
      if (!answer.test(written)) return;
      stdout?.off('data', read);
      resolve();
    };
    stdout?.on('data', read);
    stdin?.write(`${line}\n`);
  });
}
