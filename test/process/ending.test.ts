import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { imeiOf } from '../support/imeis.ts';
import {
  emptyDirectory,
  eventually,
  requestsWritten,
  runMain,
  serviceWith,
  startMain,
} from '../support/process/process-main.ts';

const NOKIA = '490154203237518';
const [ONE = '', TWO = '', THREE = ''] = [1, 2, 3].map((serial) => imeiOf('49015420', serial + 700));
/** Long enough for a signal to come while a check is in flight, on a busy machine too. */
const SLOW_MS = 1_500;
const ONE_AT_A_TIME = { LIMIT_CONCURRENT: '1', LIMIT_WINDOW: '1s', LOOKUP_TIMEOUT: '5s' } as const;

/** Throws in the middle of the program's work, as a fault of the program would, once a file of this name is there. */
const BREAK = 'break';
const FAULTY = `data:text/javascript,${encodeURIComponent(`
  import { existsSync } from 'node:fs';
  const watching = setInterval(() => {
    if (!existsSync('${BREAK}')) return;
    clearInterval(watching);
    throw new Error('a fault nobody expected');
  }, 20).unref();
`)}`;

describe('SIGTERM', () => {
  it('ends an idle process at once with exit code 0', async () => {
    const main = startMain({ directory: await emptyDirectory() });
    main.say(NOKIA);
    await eventually(() => main.stdout.includes('NOKIA'));

    const askedAt = performance.now();
    main.signal('SIGTERM');
    const { exitCode } = await main.ended;

    expect(exitCode).toBe(0);
    expect(performance.now() - askedAt).toBeLessThan(3_000);
  });

  it('lets the check in flight be answered and leaves what waits to the next process', async () => {
    const directory = await emptyDirectory();
    const { service, environment } = await serviceWith({ delay: SLOW_MS });
    const settings = { directory, environment: { ...environment, ...ONE_AT_A_TIME } };
    const first = startMain(settings);
    first.say(ONE);
    await eventually(() => service.arrivals.length === 1);
    for (const imei of [TWO, THREE]) first.say(imei);
    await eventually(async () => (await requestsWritten(environment.STORE_URL)) === 3);

    first.signal('SIGTERM');
    const before = await first.ended;

    expect(before.exitCode).toBe(0);
    expect(before.stdout).toContain(ONE);
    expect(before.stdout).not.toContain(TWO);
    expect(service.paidChecks).toEqual([ONE]);

    const second = startMain({ directory, environment: { ...settings.environment, LIMIT_CONCURRENT: '2' } });
    await eventually(() => second.stderr.includes(TWO) && second.stderr.includes(THREE));

    expect(second.stderr).not.toContain(ONE);
    expect(service.paidChecks.toSorted()).toEqual([ONE, TWO, THREE].toSorted());
  });

  it('ends the process at once when it comes a second time', async () => {
    const { service, environment } = await serviceWith({ delay: 15_000 });
    const main = startMain({ directory: await emptyDirectory(), environment });
    main.say(NOKIA);
    await eventually(() => service.arrivals.length === 1);

    main.signal('SIGTERM');
    await eventually(() => main.stderr.includes('Stopping'));
    const askedAt = performance.now();
    main.signal('SIGINT');
    const { exitCode } = await main.ended;

    expect(performance.now() - askedAt).toBeLessThan(3_000);
    expect(exitCode).not.toBe(0);
  });
});

describe('an exception nobody caught', () => {
  it('is logged with its stack, ends the process with a code of its own, and loses no request', async () => {
    const directory = await emptyDirectory();
    const { service, environment } = await serviceWith({ delay: SLOW_MS });
    const settings = { ...environment, LIMIT_WINDOW: '1s', LOOKUP_TIMEOUT: '2s' };
    const faulty = startMain({
      directory,
      environment: { ...settings, NODE_OPTIONS: `--import=${FAULTY}` },
    });
    for (const imei of [ONE, TWO]) faulty.say(imei);
    await eventually(() => service.arrivals.length === 2);

    await writeFile(join(directory, BREAK), '');
    const { exitCode, stderr } = await faulty.ended;

    expect(stderr).toContain('Something broke that should not');
    expect(stderr).toContain('a fault nobody expected');
    expect(stderr).toMatch(/\bat .*data:text/);
    expect(exitCode).toBe(1);

    await rm(join(directory, BREAK));
    const next = startMain({ directory, environment: settings });
    await eventually(() => next.stderr.includes(ONE) && next.stderr.includes(TWO));
  });
});

describe('kill -9', () => {
  it('leaves a request that the next process knows of and answers', async () => {
    const directory = await emptyDirectory();
    const { service, environment } = await serviceWith({ delay: SLOW_MS });
    const settings = { directory, environment: { ...environment, LIMIT_WINDOW: '1s', LOOKUP_TIMEOUT: '2s' } };
    const first = startMain(settings);
    first.say(NOKIA);
    await eventually(() => service.arrivals.length === 1);

    first.signal('SIGKILL');
    await first.ended;
    const { stderr, exitCode } = await runMain({ ...settings, args: [imeiOf('01161200', 5)] });

    expect(stderr).toContain(NOKIA);
    expect(exitCode).toBe(0);
  });
});
