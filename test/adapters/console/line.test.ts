import { tmpdir } from 'node:os';
import { basename, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parseLine } from '../../../src/adapters/console/line.ts';
import { commandsNamed } from '../../support/host.ts';
import { stageConsole } from './stage.ts';

const read = (line: string) =>
  parseLine(line, {
    commands: commandsNamed('imei', 'quota'),
    tokenOf: (number) => ['group.full', 'group.fresh'][number - 1],
    exists: (path) => path !== 'phone',
  });

const command = (name: string, text: string, path?: string) => {
  const file = path && { name: basename(path), location: resolve(path) };
  return {
    kind: 'input',
    input: { kind: 'command', name, options: { kind: 'text', text, ...(file && { file }) } },
  };
};

it.each<[string, unknown]>([
  ['490154203237518', command('imei', '490154203237518')],
  ['  IMEI: 35-209900-176148-1  ', command('imei', 'IMEI: 35-209900-176148-1')],
  ['*#06#', command('imei', '*#06#')],
  ['/IMEI 490154203237518 full', command('imei', '490154203237518 full')],
  ['/quota', command('quota', '')],
  ['/490154203237518', command('imei', '/490154203237518')],
  ['/check_490154203237518', command('imei', '/check_490154203237518')],
  ['/Weather 5', command('weather', '5')],
  ...['', '\t\r'].map((line) => [line, { kind: 'nothing' }] as [string, object]),
  ...['/exit', ' /QUIT ', 'exit', ' Quit', '/exit\0', '\0/\0e\0x\0i\0t'].map(
    (line) => [line, { kind: 'exit' }] as [string, object],
  ),
  ['2', { kind: 'input', input: { kind: 'press', token: 'group.fresh' } }],
  ['3', command('imei', '3')],
  ['0', command('imei', '0')],
  ['/imei full file:lists/may.xlsx', command('imei', 'full', 'lists/may.xlsx')],
  ['/imei file="my list.csv" full', command('imei', 'full', 'my list.csv')],
  ["/imei file:'my list.csv'", command('imei', '', 'my list.csv')],
  [String.raw`/imei file:my\ stock\ \(2\).csv full`, command('imei', 'full', 'my stock (2).csv')],
  [String.raw`/imei file:C:\lists\may.csv`, command('imei', '', String.raw`C:\lists\may.csv`)],
  // No such file: its name may have spaces, and nobody pays for a number in it.
  [
    '/imei full file:phone 352099000000774.csv',
    command('imei', 'full', 'phone 352099000000774.csv'),
  ],
  ['/imei file:"phone" 352099000000774', command('imei', '352099000000774', 'phone')],
  ['file:../list.csv', command('imei', '', '../list.csv')],
  ['/imei --file=/lists/may.txt --fresh', command('imei', '--fresh', '/lists/may.txt')],
  ...['IMEI profile:490154203237518', 'files: 490154203237518', 'file: 49'].map(
    (line) => [line, command('imei', line)] as [string, object],
  ),
])('the line %j is what a person means by it', (line, meaning) => {
  expect(read(line)).toEqual(meaning);
});

it.each([tmpdir(), '/dev/zero'])(
  '%s is not read, since it is not a regular file',
  async (location) => {
    const { adapter } = stageConsole();
    const limits = { maxBytes: 100, signal: new AbortController().signal };
    await expect(adapter.readFile({ name: 'a', location }, limits)).rejects.toMatchObject({
      why: 'failed',
    });
  },
);

it.runIf(process.platform === 'linux')(
  'a file that grows while it is read is refused when it has too many bytes',
  async () => {
    const { adapter } = stageConsole();
    const limits = { maxBytes: 10, signal: new AbortController().signal };
    // Its size is 0 before it is read.
    const growing = adapter.readFile({ name: 'a', location: '/proc/version' }, limits);
    await expect(growing).rejects.toMatchObject({ why: 'too-large' });
  },
);
