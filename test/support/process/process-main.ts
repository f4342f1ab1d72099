import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { SANDBOX_KEY } from '../../../src/sandbox/responses/keys.ts';
import type { SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { startSandbox } from '../../../src/sandbox/sandbox-server.ts';
import { makeKnownAt } from '../checks/known-store.ts';
import { newStoreUrl } from '../empty-directory.ts';
import { childEnvironment } from './child-environment.ts';
import { endWithTests } from './end-with-tests.ts';

/** The exit of a process, and its whole output. */
export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface MainOptions {
  readonly args?: readonly string[];
  /** The file of the built code to start; by default the program. */
  readonly entry?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Its working directory. */
  readonly directory: string;
  /** The program has no input, like a service. Otherwise the test writes to it through a pipe. */
  readonly noInput?: boolean;
}

/** The program, started like a person starts it. */
export interface MainProcess {
  readonly pid: number | undefined;
  /** The output so far. */
  readonly stdout: string;
  readonly stderr: string;
  /** Types a line. */
  say(line: string): void;
  endInput(): void;
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

/** Starts the program; it is killed when the test has finished, should it still run. */
export function startMain({
  args = [],
  entry = 'src/main.js',
  environment = {},
  directory,
  noInput = false,
}: MainOptions): MainProcess {
  const child = spawn(process.execPath, [join(inject('built'), entry), ...args], {
    cwd: directory,
    env: childEnvironment(environment),
    stdio: [noInput ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  endWithTests(child);
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  // A program that ends without reading its input closes the pipe.
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (exitCode) => resolve({ exitCode, ...written }));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    pid: child.pid,
    get stdout() {
      return written.stdout;
    },
    get stderr() {
      return written.stderr;
    },
    say: (line) => {
      child.stdin?.write(`${line}\n`);
    },
    endInput: () => {
      child.stdin?.end();
    },
    signal: (name) => {
      child.kill(name);
    },
    ended,
  };
}

/** Runs `main.js` with all of its input at hand until it ends. */
export async function runMain(options: MainOptions & { readonly input?: string }): Promise<Ended> {
  const main = startMain(options);
  for (const line of (options.input ?? '').split('\n').filter((text) => text !== '')) {
    main.say(line);
  }
  main.endInput();
  return main.ended;
}

/**
 * A service that answers after a while, and the settings for it. Their store knows everything that
 * was sent before: with another store, the start would wait for a window.
 */
export async function serviceWith(options: SandboxOptions) {
  const service = await startSandbox({ limits: 'none', ...options });
  onTestFinished(() => service.close());
  const storeUrl = await newStoreUrl();
  await makeKnownAt(storeUrl);
  return {
    service,
    environment: { LOOKUP_BASE_URL: service.url, LOOKUP_API_KEY: SANDBOX_KEY, STORE_URL: storeUrl },
  };
}
