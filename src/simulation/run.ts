import { PLATFORMS } from '../adapters/platforms.ts';
import { type Config, parseConfig } from '../config/config.ts';
import { DEVICE_IDENTITY } from '../provider/device-identity/definition.ts';
import { parseSimulationArguments, type SimulationArguments, USAGE } from './arguments.ts';
import type { Caching } from './checks.ts';
import { type Day, simulateDay } from './day.ts';
import { NAMES, report } from './report.ts';
import { createTrace } from './trace.ts';

const CACHINGS: readonly Caching[] = ['off', 'imei', 'tac'];
const DAY_HOURS = 24;

/** As in sysexits.h: the command line or the settings have to be mended first. */
const EXIT_WELL = 0;
const EXIT_CONFIG = 78;

/** The output of a program: `process` is one. */
export interface Screen {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/**
 * Does what the words after `npm run simulate --` ask for.
 * @param environment the variables of the process, with those of `.env`
 * @returns the exit code
 */
export async function runSimulation(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  screen: Screen,
): Promise<number> {
  const asked = parseSimulationArguments(words);
  if ('problem' in asked) {
    screen.stderr.write(`${asked.problem}\n\n${USAGE}\n`);
    return EXIT_CONFIG;
  }
  if (asked.help) {
    screen.stdout.write(`${USAGE}\n`);
    return EXIT_WELL;
  }
  const configured = parseConfig(environment, {
    platforms: PLATFORMS,
    serviceLimits: DEVICE_IDENTITY.limits,
  });
  if (!configured.ok) {
    screen.stderr.write(`${configured.problems.join('\n')}\n`);
    return EXIT_CONFIG;
  }
  screen.stdout.write(`${await simulate(asked, configured.config, screen)}\n`);
  return EXIT_WELL;
}

async function simulate(asked: SimulationArguments, config: Config, screen: Screen): Promise<string> {
  const { users, hours, seed } = asked;
  const checks = Math.max(Math.round((users * asked.perUser * hours) / DAY_HOURS), 1);
  const trace = createTrace({ users, hours, checks, seed });
  const settings = {
    ...config.cache,
    limits: config.limits,
    requestTimeoutMs: config.lookupTimeoutMs,
    allowance: { ...config.allowance, reserve: 0 },
    requestMaxAgeMs: config.requestMaxAgeMs,
  };
  const progress = createProgress(screen, hours);
  const days: Day[] = [];
  for (const caching of CACHINGS) {
    const onHour = progress.of(caching);
    days.push(await simulateDay({ trace, hours, caching, seed, settings, onHour }));
  }
  progress.end();
  return report({ ...settings, trace, users, hours, seed, price: asked.price ?? config.pricePerCheck, days });
}

/** One line that is written over on a screen, and a line for each six hours in a file. */
function createProgress({ stderr }: Screen, hours: number) {
  return {
    of:
      (caching: Caching) =>
      ({ hour, waiting }: { hour: number; waiting: number }): void => {
        const when = hour <= hours ? `hour ${hour} of ${hours}` : `hour ${hour}, after the last message`;
        const line = `${NAMES[caching]}: ${when}, ${waiting} checks wait`;
        if (stderr.isTTY) stderr.write(`\r\u001b[2K${line}`);
        else if (hour % 6 === 0) stderr.write(`${line}\n`);
      },
    end: (): void => {
      if (stderr.isTTY) stderr.write('\r\u001b[2K');
    },
  };
}
