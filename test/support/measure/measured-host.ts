/**
 * The process in which files are worked on, which adds to each result what it has taken since its start. It stands in for
 * `files/work/host.js` where pictures are measured.
 */
const send = process.send?.bind(process);

/** What is added to a result, as `taken`. */
export interface Taken {
  readonly pid: number;
  /** Milliseconds of a processor. */
  readonly processorMs: number;
  /** Megabytes, at most. */
  readonly peakMb: number;
}

function taken(): Taken {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return {
    pid: process.pid,
    processorMs: (userCPUTime + systemCPUTime) / 1_000,
    peakMb: maxRSS / 1_024,
  };
}

if (send !== undefined) {
  process.send = (message: { readonly output?: object }, ...rest: never[]) =>
    send({ ...message, ...(message.output && { output: { ...message.output, taken: taken() } }) }, ...rest);
}
await import('../../../src/files/work/host.ts');
