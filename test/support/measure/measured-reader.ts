import { z } from 'zod';
import { createRunner } from '../../../src/files/work/runner.ts';
import { createReadBarcodes, type PictureReading } from '../../../src/photos/reader.ts';
import { builtFile } from '../process/built-work.ts';

/** Reads pictures as the bot does, and tells what that takes. */
export interface MeasuredReader {
  /** With the milliseconds of a processor, the start of the process included where there was none. */
  read(picture: Uint8Array): Promise<{ readonly reading: PictureReading; readonly processorMs: number }>;
  /** The most memory that a process which reads has had, in megabytes. */
  peakMb(): number;
  close(): Promise<void>;
}

const TIME_LIMIT_MS = 120_000;

/** What `measured-host.ts` adds. */
const measuredSchema = z.object({
  taken: z.object({ pid: z.number(), processorMs: z.number(), peakMb: z.number() }),
});

/** Creates a reader of pictures of which none is refused. */
export function createMeasuredReader(): MeasuredReader {
  const runner = createRunner({ host: builtFile('../test/support/measure/measured-host.js') });
  const readBarcodes = createReadBarcodes(runner, {
    thread: builtFile('photos/thread.js'),
    timeLimitMs: TIME_LIMIT_MS,
  });
  let last = { pid: 0, processorMs: 0 };
  let peak = 0;
  return {
    read: async (picture) => {
      const before = process.cpuUsage();
      const reading = await readBarcodes(picture, new AbortController().signal);
      const { user, system } = process.cpuUsage(before);
      const { taken } = measuredSchema.parse(reading);
      const there = taken.processorMs - (taken.pid === last.pid ? last.processorMs : 0);
      last = taken;
      peak = Math.max(peak, taken.peakMb);
      return { reading, processorMs: there + (user + system) / 1_000 };
    },
    peakMb: () => peak,
    close: runner.close,
  };
}
