import { SANDBOX_KEY, SANDBOX_KEYS } from './answers/keys.ts';
import { FAULT_HEADER, FAULT_KINDS } from './faults/faults.ts';
import type { SandboxLimits } from './faults/limits.ts';

const SAMPLE_IMEI = '490154203237518';

/** IMEIs to try, and what the sandbox says to them. */
export const IMEIS_TO_TRY: readonly (readonly [imei: string, about: string])[] = [
  [SAMPLE_IMEI, 'Nokia 3110'],
  ['350140004829156', 'Nokia 3210'],
  ['352255017310644', 'Nokia N95'],
  ['351530012648078', 'Motorola RAZR V3'],
  ['352778031903565', 'HTC Dream'],
  ['012422005082138', 'Apple iPhone 4'],
  ['357511100935811', 'Google Pixel 4a'],
  ['350505566201483', 'Samsung Galaxy S25'],
  ['359999991234568', 'not found'],
];

const INDENT = '  ';
const NAMES_A_LINE = 6;

/** What people see when the sandbox has started: where it is, and what to try. */
export function welcome(url: string, limits: SandboxLimits | 'none'): string {
  const check = `-F key=${SANDBOX_KEY} -F imei=${SAMPLE_IMEI} ${url}/api/checkimei/`;
  return [
    `The sandbox answers at ${url} until Ctrl+C ends it.`,
    'Its answers are for trying out, not from the real service.',
    ...section('Try', [`curl ${check}`, `curl '${url}/api/status?key=${SANDBOX_KEY}'`]),
    ...section('IMEIs', table(IMEIS_TO_TRY)),
    ...section('Keys', table(SANDBOX_KEYS.map(({ key, about }) => [key, about]))),
    ...section('Faults, on request', [
      `curl -i -H '${FAULT_HEADER}: hourly-limit' ${check}`,
      ...wrapped(FAULT_KINDS),
    ]),
    ...section('Limits', [limitsIn(limits)]),
  ].join('\n');
}

function section(heading: string, lines: readonly string[]): string[] {
  return ['', `${heading}:`, ...lines.map((line) => INDENT + line)];
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `${name.padEnd(width)}  ${about}`);
}

function wrapped(names: readonly string[]): string[] {
  return names.flatMap((_, index) =>
    index % NAMES_A_LINE === 0 ? [names.slice(index, index + NAMES_A_LINE).join(', ')] : [],
  );
}

function limitsIn(limits: SandboxLimits | 'none'): string {
  if (limits === 'none') return 'none';
  const { concurrent, perWindow, windowMs, blockMs } = limits;
  const block = blockMs === undefined ? 'until the sandbox ends' : `for ${blockMs / 1000} s`;
  return `${concurrent} requests at once and ${perWindow} in ${windowMs / 1000} s; more blocks the address ${block}`;
}
