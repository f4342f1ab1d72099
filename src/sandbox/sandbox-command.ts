import { parseArgs } from 'node:util';
import { errorCode } from '../core/error-code.ts';
import { SERVICE_LIMITS } from './admission.ts';
import { FAULT_HEADER, FAULT_KINDS } from './faults/faults.ts';
import { SANDBOX_KEY, SANDBOX_KEYS } from './responses/keys.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { startSandbox } from './sandbox-server.ts';

const USAGE = `Usage: npm run sandbox -- [options]

  --port PORT          port to listen on; 0 takes any free one (default: 8080)
  --host IP            IP address to listen on; 0.0.0.0 lets other machines in (default: 127.0.0.1)
  --delay MS           milliseconds before each answer, such as 300, or at random between two, such
                       as 100-800 (default: 0)
  --no-limits          nobody is ever blocked
  --help               this text

When it runs, it prints its keys, IMEIs to try, and the faults that the request header ${FAULT_HEADER} asks for.`;

const MAX_PORT = 65_535;

const SAMPLE_IMEI = '490154203237518';

/** IMEIs to try, and what the sandbox answers. */
const IMEIS_TO_TRY: readonly (readonly [imei: string, about: string])[] = [
  [SAMPLE_IMEI, 'Nokia 3110'],
  ['350140004829156', 'Nokia 3210'],
  ['352255017310644', 'Nokia N95'],
  ['351530012648078', 'Motorola RAZR V3'],
  ['012422005082138', 'Apple iPhone 4'],
  ['357511100935811', 'Google Pixel 4a'],
  ['350505566201483', 'Samsung Galaxy S25'],
  ['350000001234562', 'not found'],
];

/**
 * Starts the sandbox with the arguments after `npm run sandbox --`. Resolves with undefined if only
 * the usage was printed.
 * @throws an error whose message is for people
 */
export async function runSandbox(
  words: readonly string[],
  print: (text: string) => unknown,
): Promise<Sandbox | undefined> {
  const options = parseSandboxOptions(words);
  if (options === undefined) {
    print(`${USAGE}\n`);
    return undefined;
  }
  const sandbox = await startSandbox(options).catch((cause: unknown) => {
    const { host, port } = options;
    throw new Error(
      errorCode(cause) === 'EADDRINUSE'
        ? `Port ${port} of ${host} is taken (EADDRINUSE): write another one behind --port.`
        : `The sandbox cannot listen at port ${port} of ${host} (${errorCode(cause)}): correct --host or --port.`,
      { cause },
    );
  });
  print(`${welcome(sandbox.url, options.limits === 'none')}\n`);
  return sandbox;
}

function parseSandboxOptions(words: readonly string[]): SandboxOptions | undefined {
  const { values } = parseArgs({
    args: [...words],
    options: {
      help: { type: 'boolean', short: 'h' },
      port: { type: 'string', default: '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      delay: { type: 'string', default: '0' },
      'no-limits': { type: 'boolean' },
    },
  });
  if (values.help === true) return undefined;
  const { host, port, delay } = values;
  if (!/^\d{1,9}(-\d{1,9})?$/.test(delay)) {
    throw new Error('--delay: write milliseconds such as 300 or 100-800');
  }
  if (!/^\d{1,5}$/.test(port) || Number(port) > MAX_PORT) {
    throw new Error(`--port: write a number from 0 to ${MAX_PORT}`);
  }
  const [from = 0, to] = delay.split('-').map(Number);
  return {
    host,
    port: Number(port),
    delay: to === undefined ? from : { from, to },
    limits: values['no-limits'] === true ? 'none' : SERVICE_LIMITS,
  };
}

/** The text after the start: the URL, and what to try. */
function welcome(url: string, isUnlimited: boolean): string {
  const curlArguments = `-F key=${SANDBOX_KEY} -F imei=${SAMPLE_IMEI} ${url}/api/checkimei/`;
  const { concurrent, perWindow, windowMs } = SERVICE_LIMITS;
  const sections: Readonly<Record<string, readonly string[]>> = {
    Try: [`curl ${curlArguments}`, `curl '${url}/api/status?key=${SANDBOX_KEY}'`],
    IMEIs: table(IMEIS_TO_TRY),
    Keys: table(SANDBOX_KEYS.map(({ key, about }) => [key, about])),
    'Faults, on request': [
      `curl -i -H '${FAULT_HEADER}: hourly-limit' ${curlArguments}`,
      FAULT_KINDS.join(', '),
    ],
    Limits: [
      isUnlimited
        ? 'none'
        : `${concurrent} requests at once and ${perWindow} in ${windowMs / 1_000} s; more block the IP address until the sandbox ends`,
    ],
  };
  return [
    `The sandbox answers at ${url} until Ctrl+C ends it.`,
    'Its answers are for trying out, not from the real service.',
    ...Object.entries(sections).flatMap(([heading, lines]) => [
      '',
      `${heading}:`,
      ...lines.map((line) => `  ${line}`),
    ]),
  ].join('\n');
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `${name.padEnd(width)}  ${about}`);
}
