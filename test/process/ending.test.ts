import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { imeiOf } from '../support/imeis.ts';
import {
  emptyDirectory,
  eventually,
  type MainProcess,
  requestsWritten,
  serviceThatHolds,
  startMain,
} from '../support/process/process-main.ts';

const NOKIA = '490154203237518';
const [ONE = '', TWO = '', THREE = ''] = [1, 2, 3].map((serial) => imeiOf('49015420', serial + 700));
const ONE_AT_A_TIME = { LIMIT_CONCURRENT: '1', LIMIT_WINDOW: '1s', LOOKUP_TIMEOUT: '60s' } as const;
/** What waits for it to be over is still there when the test is. */
const LONG_GRACE = { SHUTDOWN_GRACE: '10m' } as const;

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

async function exitCodeOf({ ended }: MainProcess): Promise<number | null> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  await eventually(() => isOver);
  return (await ended).exitCode;
}

describe('SIGTERM', () => {
  it('ends an idle process at once with exit code 0', async () => {
    const main = startMain({ directory: await emptyDirectory(), environment: LONG_GRACE });
    main.say(NOKIA);
    await eventually(() => main.stdout.includes('NOKIA'));

    main.signal('SIGTERM');

    expect(await exitCodeOf(main)).toBe(0);
  });

  it('lets the check in flight be answered and leaves what waits to the next process', async () => {
    const directory = await emptyDirectory();
    const { service, environment, answer } = await serviceThatHolds();
    const settings = { directory, environment: { ...environment, ...ONE_AT_A_TIME, ...LONG_GRACE } };
    const first = startMain(settings);
    first.say(ONE);
    await eventually(() => service.arrivals.length === 1);
    for (const imei of [TWO, THREE]) first.say(imei);
    await eventually(async () => (await requestsWritten(environment.STORE_URL)) === 3);

    first.signal('SIGTERM');
    await eventually(() => first.stderr.includes('Stopping'));
    answer();
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
    const { service, environment } = await serviceThatHolds();
    const main = startMain({
      directory: await emptyDirectory(),
      environment: { ...environment, ...LONG_GRACE, LOOKUP_TIMEOUT: '60s' },
    });
    main.say(NOKIA);
    await eventually(() => service.arrivals.length === 1);

    main.signal('SIGTERM');
    await eventually(() => main.stderr.includes('Stopping'));
    main.signal('SIGINT');

    expect(await exitCodeOf(main)).not.toBe(0);
  });
});

describe('an exception nobody caught', () => {
  it('is logged with its stack, ends the process with a code of its own, and loses no request', async () => {
    const directory = await emptyDirectory();
    const { service, environment, answer } = await serviceThatHolds();
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

    answer();
    await rm(join(directory, BREAK));
    const next = startMain({ directory, environment: settings });
    await eventually(() => next.stderr.includes(ONE) && next.stderr.includes(TWO));
  });
});

describe('kill -9', () => {
  it('leaves a request that the next process knows of and answers', async () => {
    const directory = await emptyDirectory();
    const { service, environment, answer } = await serviceThatHolds();
    const settings = { directory, environment: { ...environment, LIMIT_WINDOW: '1s', LOOKUP_TIMEOUT: '2s' } };
    const first = startMain(settings);
    first.say(NOKIA);
    await eventually(() => service.arrivals.length === 1);

    first.signal('SIGKILL');
    await first.ended;
    answer();
    const next = startMain(settings);
    await eventually(() => next.stderr.includes(NOKIA));
  });
});
