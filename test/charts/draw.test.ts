import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { imageSize } from 'image-size';
import { describe, expect, inject, it } from 'vitest';
import { createDrawQuota as createDraw } from '../../src/charts/draw.ts';
import { quotaPicture } from '../../src/format/quota/picture.ts';
import { adminView, courseOf } from '../support/checks/quota-trend.ts';
import { UNHURRIED_MS } from '../support/process/built-work.ts';

const picture = quotaPicture(adminView(), courseOf({ days: 8, start: 2_100, perHour: 3 }));
const thread = pathToFileURL(join(inject('built'), 'src', 'charts', 'thread.js'));
const nobodyLeaves = new AbortController().signal;

const createDrawQuota: typeof createDraw = (how) => createDraw({ timeoutMs: UNHURRIED_MS, ...how });

/** A thread that runs this instead of drawing. */
const running = (program: string): URL => new URL(`data:text/javascript,${encodeURIComponent(program)}`);

describe('a drawing', () => {
  it('comes from a thread of its own', async () => {
    const png = await createDrawQuota({ thread })(picture, nobodyLeaves);
    expect(imageSize(png)).toMatchObject({ width: 2_000, height: 1_200, type: 'png' });
  });

  it('can be made many times, also at once', async () => {
    const draw = createDrawQuota({ thread });
    const drawn = await Promise.all([1, 2, 3].map(() => draw(picture, nobodyLeaves)));
    expect(new Set(drawn.map(({ byteLength }) => byteLength)).size).toBe(1);
  });

  it.each([
    ['what broke in the thread', 'throw new Error("no paint")', /no paint/u],
    ['that the thread ended without a picture', '', /without a picture/u],
    [
      'that what came is no picture',
      'import { parentPort } from "node:worker_threads"; parentPort.postMessage("done")',
      /expected/iu,
    ],
  ])('throws %s', async (_, program, message) => {
    await expect(createDrawQuota({ thread: running(program) })(picture, nobodyLeaves)).rejects.toThrow(
      message,
    );
  });

  it('is given up when its thread hangs', async () => {
    const hanging = running('for (;;);');
    const draw = createDrawQuota({ thread: hanging, timeoutMs: 50 });
    await expect(draw(picture, nobodyLeaves)).rejects.toThrow(/timeout/u);
  });

  it.each([
    ['it hangs', running('for (;;);'), 50],
    ['it has drawn', thread, UNHURRIED_MS],
  ])('leaves no thread behind when %s', async (_, program, timeoutMs) => {
    const started = once(process, 'worker');
    await createDrawQuota({ thread: program, timeoutMs })(picture, nobodyLeaves).catch(() => undefined);
    const [worker] = await started;
    // What Node says of a thread that has ended.
    expect(worker).toMatchObject({ threadId: -1 });
  });

  it('is given up when nobody waits for it any more', async () => {
    const leaving = new AbortController();
    const drawing = createDrawQuota({ thread: running('for (;;);') })(picture, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(drawing).rejects.toThrow('left');
    await expect(createDrawQuota({ thread })(picture, leaving.signal)).rejects.toThrow('left');
  });
});
