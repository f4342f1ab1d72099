import { readdirSync } from 'node:fs';

/**
 * Loaded into a process before its program (`--import`). Reports what the process has used so far,
 * and ends it.
 */
process.on('message', (asked) => {
  if (asked === 'collect') globalThis.gc?.();
  if (asked === 'end') process.exit();
  const { user, system } = process.cpuUsage();
  process.send?.({
    cpuMs: (user + system) / 1_000,
    residentBytes: process.memoryUsage.rss(),
    openFiles: openFiles(),
  });
});
// A bench that was ended leaves no program behind.
process.once('disconnect', () => process.exit());
// The program ends as it would without this.
process.channel?.unref();

/** 0 where the system does not tell. */
function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}
