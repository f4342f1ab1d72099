import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { exchange } from '../../src/provider/http/exchange.ts';
import {
  answering,
  clientOf,
  failureFrom,
  head,
  IMEI,
  startRawService,
} from '../support/checks/raw-service.ts';
import { endWithTests } from '../support/process/end-with-tests.ts';

const NOKIA = JSON.stringify({ imei: IMEI, brand: 'NOKIA', model: '3110' });
const ANSWER = { httpStatus: 200, body: NOKIA, reader: 'device-identity' };
/** In which what is asked for here is sent, on a machine that has other things to do, too. */
const TIMEOUT_MS = 1_500;
/** The same for a child, which sends more. */
const CHILD_TIMEOUT_MS = 3_000;

/** A process of its own that asks when it is told to, and can be stopped in its tracks. */
async function startChild(environment: Record<string, string>): Promise<ChildProcess> {
  const child = fork(join(inject('built'), 'test', 'support', 'process', 'frozen-child.js'), {
    env: { ...process.env, ...environment },
    execArgv: [],
  });
  endWithTests(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

/** Holds up the whole event loop of this process, as a long garbage collection does. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('a process that stood still past the time-out', () => {
  it('takes the answers that came meanwhile, every one of them, when it was stopped by a signal', async () => {
    const calls = 5;
    const answers: (() => void)[] = [];
    const service = await startRawService({
      answer: (...answered) => {
        answers.push(() => answering(NOKIA)(...answered));
        if (answers.length < calls) return;
        child.kill('SIGSTOP');
        for (const answer of answers) answer();
      },
    });
    const child = await startChild({
      SERVICE_URL: service.url,
      TIMEOUT_MS: String(CHILD_TIMEOUT_MS),
      CALLS: String(calls),
    });
    const told = once(child, 'message');
    child.send('ask');
    await expect.poll(() => answers.length).toBe(calls);
    await delay(CHILD_TIMEOUT_MS + 300);
    child.kill('SIGCONT');
    expect(await told).toEqual([Array.from({ length: calls }, () => NOKIA), undefined]);
  });

  it('takes the answer that came during a long garbage collection', async () => {
    const service = await startRawService({
      answer: (...answered) => {
        answering(NOKIA)(...answered);
        standStill(TIMEOUT_MS + 100);
      },
    });
    const client = clientOf({ url: service.url, timeoutMs: TIMEOUT_MS });
    expect(await client.check(IMEI, () => true)).toEqual(ANSWER);
  });

  it('does not send late what was not sent in time', async () => {
    const service = await startRawService({ answer: answering(NOKIA) });
    const call = exchange({
      method: 'GET',
      url: new URL(service.url),
      headers: {},
      timeoutMs: 100,
      mask: (text) => text,
      canSend: () => true,
    });
    // It connects on the next tick. That the connection stands is read after the stand-still, behind the due timer.
    const failure = failureFrom(call);
    for (let tick = 0; tick < 3; tick += 1) await new Promise<void>((done) => process.nextTick(done));
    standStill(200);
    expect(await failure).toMatchObject({ code: 'unreachable', paid: 'no' });
    await expect.poll(() => service.connections.length).toBe(1);
    await delay(50);
    expect(service.requests).toHaveLength(0);
  });
});

describe('a connection that is never closed', () => {
  const KEEP_ALIVE = { connection: 'keep-alive', 'content-type': 'application/json' };
  const LATE_MS = 300;

  it.each([
    ['without a length', KEEP_ALIVE, NOKIA, 600_000],
    ['with more bytes promised', { ...KEEP_ALIVE, 'content-length': '5000' }, NOKIA, 600_000],
    ['without a header, at the time-out', {}, NOKIA, LATE_MS],
  ])('brings an answer all the same, %s', async (_how, headers, written, timeoutMs) => {
    const service = await startRawService({ answer: (socket) => socket.write(head(200, headers) + written) });
    expect(await clientOf({ url: service.url, timeoutMs }).check(IMEI, () => true)).toEqual(ANSWER);
  });

  it.each(['{"brand":"NOKIA","mod', '{"brand":"NOKIA"} {', ''])('brings none with %j', async (written) => {
    const service = await startRawService({ answer: (socket) => socket.write(head(200, {}) + written) });
    const client = clientOf({ url: service.url, timeoutMs: LATE_MS });
    expect(await failureFrom(client.check(IMEI, () => true))).toMatchObject({
      code: 'timeout',
      paid: 'maybe',
    });
  });
});
