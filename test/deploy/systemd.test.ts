import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/ops/lifecycle.ts';
import { parseConfig } from '../support/settings.ts';

const UNIT = fileURLToPath(new URL('../../deploy/systemd/imei-bot.service', import.meta.url));
const lines = readFileSync(UNIT, 'utf8').split('\n');
const lacksSystemd = spawnSync('systemd-analyze', ['--version']).error !== undefined;
/** Of 10; a unit that nobody has hardened has 9.6. */
const MOST_EXPOSED = 2;

function settingOf(name: string): string | undefined {
  return lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1);
}

const analyze = (...args: readonly string[]) => promisify(execFile)('systemd-analyze', args);

describe('the service of systemd', () => {
  it('leaves alone what only a person can mend', () => {
    expect(settingOf('RestartPreventExitStatus')).toBe(String(EXIT.config));
    expect(settingOf('Restart')).toBe('on-failure');
  });

  it('leaves the bot more time to stop than it takes', () => {
    const configured = parseConfig({});
    const takenMs = configured.ok ? configured.config.shutdownGraceMs : Number.NaN;
    expect(Number.parseInt(settingOf('TimeoutStopSec') ?? '', 10) * 1_000).toBeGreaterThan(takenMs + 10_000);
  });

  it('starts the program of a build, and keeps its store where it may write', () => {
    expect(settingOf('ExecStart')).toMatch(/node \/opt\/imei-bot\/dist\/src\/main\.js$/);
    expect(settingOf('WorkingDirectory')).toBe(`%S/${settingOf('StateDirectory')}`);
  });
});

describe.skipIf(lacksSystemd)('systemd-analyze', () => {
  it('finds nothing wrong with it', async () => {
    const { stdout, stderr } = await analyze('verify', UNIT);
    expect(stdout + stderr).toBe('');
  });

  it(`finds it exposed by ${MOST_EXPOSED} of 10 at most`, async () => {
    const { stdout } = await analyze('security', '--offline=true', `--threshold=${MOST_EXPOSED * 10}`, UNIT);
    expect(stdout).toMatch(/Overall exposure level/);
  });
});
