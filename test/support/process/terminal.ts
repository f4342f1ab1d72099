import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import { childEnvironment } from './child-environment.ts';
import { endWithTests } from './end-with-tests.ts';

/** Without `script` there is no terminal; only CI must have it. */
export const lacksScript =
  spawnSync('script', ['--version']).error !== undefined && process.env.CI === undefined;

/** Starts the built program in the shell of a terminal. */
export const PROGRAM = '"$NODE" "$MAIN"';

/** A shell in a terminal of its own: what is on its screen, and keys to press. */
export function inTerminal(
  command: string,
  directory: string,
  environment: Readonly<Record<string, string>> = {},
) {
  const child = spawn('script', ['-qefc', `stty cols 110 rows 40; ${command}`, '/dev/null'], {
    cwd: directory,
    env: childEnvironment({
      PATH: process.env.PATH ?? '',
      TERM: 'xterm',
      NODE: process.execPath,
      MAIN: join(inject('built'), 'src', 'main.js'),
      ...environment,
    }),
  });
  endWithTests(child);
  const close = (): void => {
    child.kill('SIGKILL');
  };
  onTestFinished(close);
  let screen = '';
  let typedAt = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  return {
    screen: () => screen,
    /** Resolves when it is shown below what was typed last. */
    untilShown: (shown: RegExp) => expect.poll(() => screen.slice(typedAt)).toMatch(shown),
    type: (keys: string): void => {
      typedAt = screen.length;
      child.stdin.write(keys);
    },
    close,
    ended: new Promise<number | null>((resolve) => void child.once('exit', resolve)),
  };
}
