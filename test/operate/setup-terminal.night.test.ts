import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { childEnvironment } from '../support/process/child-environment.ts';
import { endWithTests } from '../support/process/end-with-tests.ts';
import { type Premises, premises } from '../support/process/operating.ts';
import { eventually } from '../support/process/process-main.ts';

/** Gives a program a terminal; a part of every Debian. */
const lacksScript = spawnSync('script', ['--version']).error !== undefined && process.env.CI === undefined;
const CTRL_C = '\x03';
const DOWN = '\x1b[B';
const SECRET = 'a-key-that-nobody-reads';
/** What else would end a question to a platform after 10 s never comes. */
const WITHOUT_TIME_OUTS =
  '--import=data:text/javascript,AbortSignal.timeout=()=>new%20AbortController().signal';
/** Much longer than a busy machine takes to end a process, and shorter than the time-out of the service. */
const GIVEN_UP_MS = 100_000;

/** The set-up as a person has it in a terminal. */
function setUpIn({ directory, settings }: Premises, more: Readonly<Record<string, string>> = {}) {
  const main = join(inject('built'), 'src', 'main.js');
  // Its window is as wide as nothing at first.
  const command = `stty cols 200 rows 50; exec "${process.execPath}" "${main}" setup`;
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    cwd: directory,
    env: childEnvironment({
      ...settings,
      LOOKUP_API_KEY: '',
      // A busy machine is not to be taken for a service that does not answer in time.
      LOOKUP_TIMEOUT: '5m',
      PATH: process.env.PATH ?? '',
      TERM: 'xterm',
      ...more,
    }),
  });
  const ended = once(child, 'exit');
  endWithTests(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  let screen = '';
  child.stdout.on('data', (data: Buffer) => {
    screen += stripVTControlCharacters(data.toString());
  });
  return {
    screen: () => screen,
    /** Types when a question is there. */
    answer: async (question: string, typed: string): Promise<void> => {
      await eventually(() => screen.includes(question));
      child.stdin.write(typed);
    },
    exitCode: async (): Promise<number> => Number((await ended)[0]),
  };
}

const isWritten = ({ directory }: Premises): Promise<boolean> =>
  access(join(directory, '.env')).then(
    () => true,
    () => false,
  );

/** A service that takes calls and says nothing. */
async function silentService(): Promise<string> {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${port}`;
}

describe.skipIf(lacksScript)('a set-up in a terminal', () => {
  it('writes down what was answered, and shows no secret', async () => {
    const place = await premises();
    const terminal = setUpIn(place);
    await terminal.answer('Address of the service', '\r');
    await terminal.answer('Your key', `${place.settings.LOOKUP_API_KEY}\r`);
    await terminal.answer('Where is the bot to be', '\r');
    await terminal.answer('Who is told of trouble', 'telegram:user:1\r');
    expect(await terminal.exitCode()).toBe(0);
    const written = await readFile(join(place.directory, '.env'), 'utf8');
    expect(written).toContain(`LOOKUP_API_KEY=${place.settings.LOOKUP_API_KEY}`);
    expect(written).toContain('ADMINS=telegram:user:1');
    expect(terminal.screen()).not.toContain(place.settings.LOOKUP_API_KEY);
  });

  it.each([
    ['in the middle of a secret', SECRET],
    ['before anything was typed', ''],
  ])('is given up by Ctrl-C %s, says so, and writes nothing', async (_when, typed) => {
    const place = await premises();
    const terminal = setUpIn(place);
    await terminal.answer('Address of the service', '\r');
    await terminal.answer('Your key', typed);
    await terminal.answer(typed === '' ? 'Your key' : '▪', CTRL_C);
    expect(await terminal.exitCode()).toBe(1);
    expect(terminal.screen()).toContain('Nothing was written');
    expect(terminal.screen()).not.toContain(SECRET);
    expect(await isWritten(place)).toBe(false);
  });

  it.each([
    ['the service', 'Asking the service'],
    ['Telegram', 'Asking telegram'],
  ])('is given up by Ctrl-C while %s is asked, says so, and writes nothing', async (who, shown) => {
    const place = await premises();
    const silent = await silentService();
    const asksService = who === 'the service';
    const terminal = setUpIn(place, {
      NODE_OPTIONS: WITHOUT_TIME_OUTS,
      ...(asksService ? { LOOKUP_BASE_URL: silent } : { LOOKUP_BASE_URL: '', TELEGRAM_API_URL: silent }),
    });
    await terminal.answer('Address of the service', '\r');
    if (asksService) await terminal.answer('Your key', `${SECRET}\r`);
    else {
      await terminal.answer('Where is the bot to be', `${DOWN} \r`);
      await terminal.answer('Token of the bot', '7:a-token-of-telegram\r');
    }
    await terminal.answer(shown, CTRL_C);
    expect(await Promise.race([terminal.exitCode(), delay(GIVEN_UP_MS, 'still asking')])).toBe(1);
    expect(terminal.screen()).toContain('Nothing was written');
    expect(await isWritten(place)).toBe(false);
  });
});
