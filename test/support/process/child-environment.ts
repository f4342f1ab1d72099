/**
 * The environment of a program that a test starts: the settings of the test, and of the machine's
 * environment only the clock and the time zone of the run (see `test/nightly.mjs`). Without these,
 * the program and the test would disagree about the time.
 */
export function childEnvironment(
  settings: Readonly<Record<string, string>>,
): Record<string, string> {
  const { CLOCK_SHIFT_MS, TZ } = process.env;
  const zone = TZ === undefined ? {} : { TZ };
  if (CLOCK_SHIFT_MS === undefined) return { ...zone, ...settings };
  const options = [
    `--import=${new URL('../clocks/shifted-date.mjs', import.meta.url)}`,
    settings.NODE_OPTIONS ?? '',
  ];
  return { ...zone, CLOCK_SHIFT_MS, ...settings, NODE_OPTIONS: options.join(' ').trim() };
}
