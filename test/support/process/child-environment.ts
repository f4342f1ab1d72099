/**
 * The environment of a program that a test starts: what the test says, and nothing of the machine's
 * but the clock and the time zone of the run, which would else be others in the program than in the
 * test (see `test/nightly.mjs`).
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
