import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { childEnvironment } from '../support/process/child-environment.ts';
import { endWithTests } from '../support/process/end-with-tests.ts';
import { emptyDirectory, eventually } from '../support/process/process-main.ts';

/** Gives a program a terminal; a part of every Debian. */
const lacksScript = spawnSync('script', ['--version']).error !== undefined && process.env.CI === undefined;
const CTRL_D = '\x04';
const CTRL_Z = '\x1a';

describe.skipIf(lacksScript)('a console that was stopped with Ctrl-Z', () => {
  it('answers what is typed after "fg", and ends with Ctrl-D', async () => {
    const main = join(inject('built'), 'src', 'main.js');
    const command = `stty cols 100 rows 50; echo "process $$."; exec "${process.execPath}" "${main}"`;
    const child = spawn('script', ['-qefc', command, '/dev/null'], {
      cwd: await emptyDirectory(),
      env: childEnvironment({ PATH: process.env.PATH ?? '', TERM: 'xterm' }),
    });
    const ended = once(child, 'exit');
    endWithTests(child);
    onTestFinished(() => void child.kill('SIGKILL'));
    let screen = '';
    child.stdout.on('data', (data: Buffer) => {
      screen += stripVTControlCharacters(data.toString());
    });
    await eventually(() => screen.includes('imei>'));
    const prompted = screen.length;

    child.stdin.write(CTRL_Z);
    // No shell looks after this process, so that the terminal does not stop it: it only gets the signal to go on.
    const signals = setInterval(
      () => process.kill(Number(/process (\d+)\./.exec(screen)?.[1]), 'SIGCONT'),
      100,
    );
    onTestFinished(() => clearInterval(signals));
    await eventually(() => screen.slice(prompted).includes('imei>'));
    clearInterval(signals);
    child.stdin.write('490154203237518\r');
    await eventually(() => screen.includes('NOKIA 3110'));

    child.stdin.write(CTRL_D);
    expect(Number((await ended)[0])).toBe(0);
    expect(screen).toContain('Goodbye.');
  });
});
