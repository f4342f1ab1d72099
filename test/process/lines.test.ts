import { describe, expect, it } from 'vitest';
import { imeiOf } from '../support/imeis.ts';
import { emptyDirectory, runMain, serviceWith } from '../support/process/process-main.ts';

const NOKIA = '490154203237518';

describe('one line as an argument', () => {
  it('is answered with exit code 0, with nothing installed, configured or kept before', async () => {
    const { exitCode, stdout } = await runMain({
      args: [`/imei ${NOKIA}`],
      directory: await emptyDirectory(),
    });

    expect(stdout).toContain('NOKIA');
    expect(stdout).toContain(NOKIA);
    expect(stdout).toMatch(/sandbox/i);
    expect(exitCode).toBe(0);
  });

  it('ends with 1 when it could not be answered well', async () => {
    const { exitCode, stdout } = await runMain({
      args: ['/imei 490154203237517'],
      directory: await emptyDirectory(),
    });

    expect(stdout).toMatch(/typo/);
    expect(exitCode).toBe(1);
  });
});

describe('lines on a pipe', () => {
  it('get one reply each, in their order, with exit code 0', async () => {
    const imeis = [1, 2, 3].map((serial) => imeiOf('49015420', serial + 500));

    const { exitCode, stdout } = await runMain({
      directory: await emptyDirectory(),
      input: imeis.join('\n'),
    });

    const places = imeis.map((imei) => stdout.indexOf(imei));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(exitCode).toBe(0);
  });

  it('end with exit code 1 when one of them failed, and the others are answered all the same', async () => {
    const { exitCode, stdout } = await runMain({
      directory: await emptyDirectory(),
      input: `12345\n${NOKIA}`,
    });

    expect(stdout).toContain('NOKIA');
    expect(exitCode).toBe(1);
  });

  it('become one JSON object per IMEI with --json, and nothing else', async () => {
    const other = imeiOf('01161200', 77);

    const { exitCode, stdout } = await runMain({
      args: ['--json'],
      directory: await emptyDirectory(),
      input: `${NOKIA} ${other}\n490154203237517`,
    });

    const records = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records).toMatchObject([
      { imei: NOKIA, ok: true, result: 'found', brand: 'NOKIA' },
      { imei: other, ok: true, result: 'found', brand: 'APPLE' },
      { ok: false, result: 'invalid', problem: 'check-digit' },
    ]);
    expect(exitCode).toBe(1);
  });
});

describe('--help', () => {
  it('says how to use the program, and touches nothing', async () => {
    const { exitCode, stdout, stderr } = await runMain({
      args: ['--help'],
      directory: await emptyDirectory(),
      environment: { STORE_URL: 'nonsense' },
    });

    expect(stdout).toContain('Usage: npm start');
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });
});

describe('--version', () => {
  it('says which version this is, and touches nothing', async () => {
    const { exitCode, stdout, stderr } = await runMain({
      args: ['--version'],
      directory: await emptyDirectory(),
      environment: { STORE_URL: 'nonsense' },
    });

    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });
});

describe('the API key', () => {
  it('is in nothing the process writes, even when the service is not there and all is logged', async () => {
    const key = 'secret+key/with "signs" 42';
    const { service, environment } = await serviceWith({});
    const settings = { ...environment, LOOKUP_API_KEY: key, LOG_LEVEL: 'trace' };

    const refused = await runMain({
      args: [`/imei ${NOKIA}`],
      directory: await emptyDirectory(),
      environment: settings,
    });
    await service.close();
    const away = await runMain({
      args: ['/quota'],
      directory: await emptyDirectory(),
      environment: settings,
    });

    const written = [refused, away].flatMap(({ stdout, stderr }) => [stdout, stderr]).join('\n');
    expect(written).not.toContain(key);
    expect(written).not.toContain(encodeURIComponent(key));
    expect(written).not.toContain('secret+key');
    expect([refused.exitCode, away.exitCode]).toEqual([1, 1]);
  });
});
