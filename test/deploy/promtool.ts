import { execFile, spawnSync } from 'node:child_process';

/** Prometheus' own checker; on a machine without it its tests are skipped, but not in the continuous integration. */
export const LACKS_PROMTOOL =
  spawnSync('promtool', ['--version']).error !== undefined && process.env.CI === undefined;

/** Runs promtool. Resolves with all that it says, and whether it was content. */
export function promtool(
  args: readonly string[],
  input = '',
): Promise<{ readonly ok: boolean; readonly said: string }> {
  return new Promise((resolve) => {
    const child = execFile('promtool', [...args], (error, stdout, stderr) =>
      resolve({ ok: error === null, said: `${stdout}${stderr}` }),
    );
    // Where it has no need of its input, it may end before that is closed.
    child.stdin?.on('error', () => undefined).end(input);
  });
}
