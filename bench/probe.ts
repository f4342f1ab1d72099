/**
 * Loaded into a process before its program (`--import`). Reports what the process has used so far,
 * and ends it.
 */
process.on('message', (asked) => {
  if (asked === 'collect') globalThis.gc?.();
  if (asked === 'end') process.exit();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMs: (user + system) / 1_000, residentBytes: process.memoryUsage.rss() });
});
// A bench that was ended leaves no program behind.
process.once('disconnect', () => process.exit());
// The program ends as it would without this.
process.channel?.unref();
