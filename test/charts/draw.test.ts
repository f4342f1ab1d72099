import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { imageSize } from 'image-size';
import { describe, expect, inject, it } from 'vitest';
import { createDrawQuota as createDraw } from '../../src/charts/draw.ts';
import { quotaPicture } from '../../src/format/quota/trend.ts';
import { adminView, courseOf } from '../support/checks/quota-trend.ts';
import { UNHURRIED_MS } from '../support/process/built-work.ts';

const picture = quotaPicture(adminView(), courseOf({ days: 8, start: 2_100, perHour: 3 }));
const thread = pathToFileURL(join(inject('built'), 'src', 'charts', 'thread.js'));
const nobodyLeaves = new AbortController().signal;

const createDrawQuota: typeof createDraw = (how) => createDraw({ timeoutMs: UNHURRIED_MS, ...how });

/** A thread that runs this instead of drawing. */
const running = (program: string): URL =>
  new URL(`data:text/javascript,${encodeURIComponent(program)}`);

describe('a drawing', () => {
  it('comes from its own thread, and ends the thread', async () => {
    const draw = createDrawQuota({ thread });
    const started = once(process, 'worker');
    const png = await draw(picture, nobodyLeaves);
    expect(imageSize(png)).toMatchObject({ width: 2_000, height: 1_200, type: 'png' });
    const [worker] = await started;
    // What Node.js reports of a thread that has ended.
    expect(worker).toMatchObject({ threadId: -1 });
  });

  it.each([
    ['what failed in the thread', 'throw new Error("no paint")', /no paint/u],
    ['that the thread ended without a picture', '', /without a picture/u],
    [
      'that the result is not a picture',
      'import { parentPort } from "node:worker_threads"; parentPort.postMessage("done")',
      /expected/iu,
    ],
  ])('throws %s', async (_, program, message) => {
    const drawing = createDrawQuota({ thread: running(program) })(picture, nobodyLeaves);
    await expect(drawing).rejects.toThrow(message);
  });

  it('stops when its thread hangs, and ends the thread', async () => {
    const started = once(process, 'worker');
    const draw = createDrawQuota({ thread: running('for (;;);'), timeoutMs: 50 });
    await expect(draw(picture, nobodyLeaves)).rejects.toThrow(/timeout/u);
    expect((await started)[0]).toMatchObject({ threadId: -1 });
  });

  it('stops when nobody waits for it any more', async () => {
    const leaving = new AbortController();
    const drawing = createDrawQuota({ thread: running('for (;;);') })(picture, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(drawing).rejects.toThrow('left');
    await expect(createDrawQuota({ thread })(picture, leaving.signal)).rejects.toThrow('left');
  });
});
