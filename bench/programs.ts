import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { SANDBOX_KEY } from '../src/sandbox/responses/keys.ts';
import { makeKnownAt } from '../test/support/checks/known-store.ts';
import { imeiOf } from '../test/support/imeis.ts';

/** What is in every answer, and in nothing that is shown before it. */
export const ANSWER = 'NOKIA 3110';

/**
 * The program as it is released, and with a faster clock for Telegram's limits, which would be
 * measured otherwise.
 */
export const RELEASED = '../src/main.js';
export const QUICK = 'bench/quick-bot.js';
/** A bot of a few lines with the same libraries, which stores nothing. */
const BARE = 'bench/bare-bot.js';

/** As the image, the unit and `npm start` run it: see docs/decisions/heap.md. */
const NODE_OPTIONS = '--max-semi-space-size=4 --max-old-space-size=768';

/** PostgreSQL needs one. */
export const CACHE_SECRET = '0123456789abcdef'.repeat(4);

const usedSchema = z.object({
  cpuMs: z.number(),
  residentBytes: z.number(),
  openFiles: z.number(),
});

/** A program in its own process, so that the bench's work is not counted with it. */
export interface Program {
  /** When it was started, by `performance.now()`. */
  readonly launchedAt: number;
  /** Waits for something that needs the program. If it ends before, throws with its log. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Writes a line to its input; resolves when it has written something that matches. */
  say(line: string, answer: RegExp): Promise<void>;
  /**
   * Processor time since the start, memory and open files now; after a garbage collection if
   * wanted.
   */
  used(collect?: 'collect'): Promise<z.infer<typeof usedSchema>>;
  /** What it has logged so far. */
  log(): string;
  /** Ends it at once, but Node.js keeps the code that it compiled; resolves when it is gone. */
  end(): Promise<void>;
}

/** Where a program and its files are. */
interface Place {
  /** The directory of the build. */
  readonly built: string;
  readonly directory: string;
}

/** A phone that the sandbox knows, by its serial number. */
export function knownImei(serial: number): string {
  return imeiOf('49015420', serial);
}

/** Starts the bare bot. */
export function startBare(place: Place, environment: Readonly<Record<string, string>>): Program {
  return startProgram(place, BARE, { ...environment, ANSWER, NODE_OPTIONS });
}

/**
 * Starts this bot.
 * @param service the address of the sandbox
 * @param url of the store; by default a new file that does not make the limiter wait
 */
export async function startBot(
  place: Place & {
    readonly service: string;
    readonly file: string;
    readonly url?: string | undefined;
  },
  environment: Readonly<Record<string, string>>,
): Promise<Program> {
  const STORE_URL = place.url ?? (await newStore(place));
  const own = {
    LOOKUP_BASE_URL: place.service,
    LOOKUP_API_KEY: SANDBOX_KEY,
    STORE_URL,
    CACHE_SECRET,
  };
  return startProgram(place, place.file, { ...environment, ...own, NODE_OPTIONS });
}

/** Makes a store that does not make the limiter wait; resolves with its URL. */
export async function newStore({ directory }: Pick<Place, 'directory'>): Promise<string> {
  const url = `sqlite://${join(directory, `${performance.now()}.sqlite`)}`;
  await makeKnownAt(url, CACHE_SECRET);
  return url;
}

function startProgram(
  { built, directory }: Place,
  file: string,
  environment: Readonly<Record<string, string>>,
): Program {
  const launchedAt = performance.now();
  const child = fork(join(built, file), {
    cwd: directory,
    env: { ...environment, NODE_COMPILE_CACHE: join(directory, 'compiled') },
    execArgv: ['--expose-gc', '--import', pathToFileURL(join(built, 'bench', 'probe.js')).href],
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
  // Nobody waits for anything when it is killed.
  gone.catch(() => undefined);
  const during = <T>(work: Promise<T>): Promise<T> => Promise.race([work, gone]);
  return {
    launchedAt,
    during,
    say: (line, answer) => during(answerInText(child, line, answer)),
    used: async (collect) => {
      const answer = once(child, 'message');
      child.send(collect ?? 'used');
      return usedSchema.parse((await during(answer))[0]);
    },
    log: () => logged,
    end: async () => {
      child.send('end', () => undefined);
      await closed;
    },
  };
}

function answerInText(
  { stdin, stdout }: ChildProcess,
  line: string,
  answer: RegExp,
): Promise<void> {
  return new Promise((resolve) => {
    let written = '';
    stdout?.on('data', (bytes: Buffer) => {
      written += String(bytes);
      if (answer.test(written)) resolve();
    });
    stdin?.write(`${line}\n`);
  });
}
