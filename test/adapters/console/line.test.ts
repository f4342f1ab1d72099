import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLine } from '../../../src/adapters/console/line.ts';
import { stageConsole } from './stage.ts';

const read = (line: string) => readLine(line, 'imei', (number) => ['group.full', 'group.fresh'][number - 1]);

const command = (name: string, text: string) => ({
  kind: 'ask',
  ask: { kind: 'command', name, options: { kind: 'text', text } },
});

describe('a line', () => {
  it.each([
    ['490154203237518', command('imei', '490154203237518')],
    ['  IMEI: 35-209900-176148-1  ', command('imei', 'IMEI: 35-209900-176148-1')],
    ['*#06#', command('imei', '*#06#')],
    ['/imei 490154203237518 full', command('imei', '490154203237518 full')],
    ['/IMEI 490154203237518', command('imei', '490154203237518')],
    ['/quota', command('quota', '')],
    ['/490154203237518', command('imei', '/490154203237518')],
    ['/check_490154203237518', command('imei', '/check_490154203237518')],
    ['hello', command('imei', 'hello')],
    ['/Weather 5', command('weather', '5')],
  ])('asks: %j', (line, meaning) => {
    expect(read(line)).toEqual(meaning);
  });

  it.each(['', '   ', '\t\r'])('means nothing when it is empty: %j', (line) => {
    expect(read(line)).toEqual({ kind: 'nothing' });
  });

  it.each(['/exit', '/quit', ' /EXIT ', '/exit\0', '\0/\0e\0x\0i\0t'])('leaves: %j', (line) => {
    expect(read(line)).toEqual({ kind: 'leave' });
  });

  it('presses a button by its number, and asks with any other number', () => {
    expect(read('2')).toEqual({ kind: 'ask', ask: { kind: 'press', token: 'group.fresh' } });
    expect(read('3')).toEqual(command('imei', '3'));
    expect(read('0')).toEqual(command('imei', '0'));
  });
});

describe('a file named in a line', () => {
  it.each([
    ['/imei file:list.csv', '', 'list.csv', resolve('list.csv')],
    ['/imei full file:lists/may.xlsx', 'full', 'may.xlsx', resolve('lists/may.xlsx')],
    ['/imei file="my list.csv" full', 'full', 'my list.csv', resolve('my list.csv')],
    ["/imei file:'my list.csv'", '', 'my list.csv', resolve('my list.csv')],
    ['file:../list.csv', '', 'list.csv', resolve('../list.csv')],
    ['/imei --file=/lists/may.txt --fresh', '--fresh', 'may.txt', '/lists/may.txt'],
  ])('%s', (line, text, name, location) => {
    const options = { kind: 'text', text, file: { name, location } };
    expect(read(line)).toEqual({ kind: 'ask', ask: { kind: 'command', name: 'imei', options } });
  });

  it.each(['IMEI profile:490154203237518', 'the file 490154203237518', 'files: 490154203237518', 'file: 49'])(
    'is not seen in “%s”',
    (line) => expect(read(line)).toEqual(command('imei', line)),
  );
});

it.each([tmpdir(), '/dev/zero'])('of what is no regular file nothing is read: %s', async (location) => {
  const { adapter } = stageConsole();
  const limits = { maxBytes: 100, signal: new AbortController().signal };
  await expect(adapter.readFile({ name: 'a', location }, limits)).rejects.toMatchObject({ why: 'failed' });
});
