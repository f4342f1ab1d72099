import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../src/config/setting-sources.ts';
import { emptyDirectory } from '../support/empty-directory.ts';
import { SETTING_NAMES } from '../support/settings.ts';

let file: string;

function read(variables: Record<string, string>) {
  return readEnvironment(file, variables, SETTING_NAMES).values;
}

beforeEach(async () => {
  file = join(await emptyDirectory(), '.env');
});

it('the file of settings may be missing, empty or begin with a byte order mark; the environment wins', async () => {
  expect(read({})).toEqual({});
  await writeFile(file, '\uFEFFBATCH_MAX=5\nLANGUAGE=de\n');
  expect(read({ BATCH_MAX: '7' })).toEqual({ BATCH_MAX: '7', LANGUAGE: 'de' });
  await rm(file);
  await symlink('/dev/null', file);
  expect(read({})).toEqual({});
});

it.each([
  ['UTF-16, as some shells write', Buffer.from('\uFEFFBATCH_MAX=5\n', 'utf16le')],
  ['Latin-1', Buffer.from('# f\xFCr uns\nBATCH_MAX=5\n', 'latin1')],
])('a file of settings in %s is refused with what to do', async (_, content) => {
  await writeFile(file, content);
  expect(() => read({})).toThrow(/\.env cannot be read \(.*a UTF-8 text/);
});

describe('a line that sets nothing, or not what it was meant to set, is refused', () => {
  const HOW = 'write NAME=value, or # before a remark.';
  const QUOTE_ALL = (name: string) =>
    `put quotes around the whole value of ${name} or leave them out, and write # before a remark.`;
  const CUT = (name: string) =>
    `put quotes around the value of ${name}, or a space before the # of a remark.`;
  it.each([
    ['no =', 'BATCH_MAX=5\nALLOWED telegram:user:1\nLANGUAGE=de\n', `line 2: ${HOW}`],
    ['no = in the last line', 'BATCH_MAX=5\nALLOWED telegram:user:1', `line 2: ${HOW}`],
    ['a colon', 'ALLOWED: telegram:user:1\n', `line 1: ${HOW}`],
    ['a remark without #', '  # ours\n \nfor friends\nALLOWED=telegram:user:1\n', `line 3: ${HOW}`],
    ['no name', 'LANGUAGE=de\n=1\nALLOWED=telegram:user:1\n', `line 2: ${HOW}`],
    ['two words as a name', '# ALLOWED x\r\n\r\nALLOWED x=telegram:user:1\r\n', `line 3: ${HOW}`],
    ['a space of another kind', '\u00A0ALLOWED=telegram:user:1\n', `line 1: ${HOW}`],
    [
      'a quote that takes a setting',
      '# it\'s\nLANGUAGE="de\nexport ALLOWED="telegram:user:1"\n',
      'line 2: close the quote, which takes the line of ALLOWED.',
    ],
    [
      'a setting that is taken back below',
      'ALLOWED=telegram:user:1\nALLOWED=\n',
      'line 2: ALLOWED is set twice. Delete one of the lines.',
    ],
    ['quotes in quotes', 'ALLOWED=""telegram:user:1""\n', `line 1: ${QUOTE_ALL('ALLOWED')}`],
    ['quotes around each', "\nADMINS='a','b' # ours\n", `line 2: ${QUOTE_ALL('ADMINS')}`],
    ['text behind a quote', 'A=`x`y\nLANGUAGE=de\n', `line 1: ${QUOTE_ALL('A')}`],
    ['a second text', 'ALLOWED="" "telegram:user:1"\r\n', `line 1: ${QUOTE_ALL('ALLOWED')}`],
    ['a quote that takes a line up to another quote', 'A="x\nB="y"\n', `line 1: ${QUOTE_ALL('A')}`],
    [
      'two settings in one line',
      'BATCH_MAX=5\nLOOKUP_API_KEY=abcdefgh ALLOWED=telegram:user:1\n',
      'line 2: write ALLOWED into a line of its own.',
    ],
    [
      'a setting behind one without a value',
      'ADMINS= ALLOWED=telegram:user:1\n',
      'line 1: write ALLOWED into a line of its own.',
    ],
    [
      'two settings in one line, with quotes',
      'export A="x" ALLOWED = telegram:user:1\n',
      'line 1: write ALLOWED into a line of its own.',
    ],
    [
      '# in a value',
      'CACHE_SECRET=abcdefghijklmnopqrst#uvw # ours\n',
      `line 1: ${CUT('CACHE_SECRET')}`,
    ],
    ['# before a value', 'LANGUAGE=de\nALLOWED=#telegram:user:1\n', `line 2: ${CUT('ALLOWED')}`],
  ])('%s', async (_, content, problem) => {
    await writeFile(file, content);
    expect(() => read({})).toThrow(`${file}, ${problem}`);
  });

  it('with all the others', async () => {
    await writeFile(file, 'one\nBATCH_MAX=5\nother\n');
    expect(() => read({})).toThrow(`${file}, line 1: ${HOW}\n${file}, line 3: ${HOW}`);
  });
});

describe('each line is read as Node and Docker Compose read it, on every Node', () => {
  it.each([
    ['a value of spaces', 'ADMINS=  \nALLOWED=telegram:user:1\n', { ADMINS: '' }],
    ['line ends of Windows', 'ADMINS=\r\nALLOWED=telegram:user:1\r\n', { ADMINS: '' }],
    ['line ends of old Macs', 'BATCH_MAX=5\rALLOWED=telegram:user:1\r', { BATCH_MAX: '5' }],
    ['remarks', '\t# ADMINS\nALLOWED=telegram:user:1 # ours\n', {}],
    ['export, and spaces', ' export  ALLOWED = telegram:user:1 \n', {}],
    ['quotes', 'A=\'x # y\'\nB="x\\ny" # z\nALLOWED=`telegram:user:1`', { A: 'x # y', B: 'x\ny' }],
    [
      'quotes over several lines',
      'KEY=\t"a\nb=\n# c"\nALLOWED=telegram:user:1',
      { KEY: 'a\nb=\n# c' },
    ],
    ['remarks right behind quotes', 'A="x"# "y"\nALLOWED="telegram:user:1" #', { A: 'x' }],
    ['# in a remark', 'A=x\t# y#z\nB= # y#z\nALLOWED=telegram:user:1 #', { A: 'x', B: '' }],
    ['settings in remarks', 'A=x # ADMINS=y\nALLOWED="telegram:user:1" # A=z', { A: 'x' }],
    ['a value with another =', "A='x ALLOWED=y'\nALLOWED=telegram:user:1", { A: 'x ALLOWED=y' }],
    ['half a quote', 'A="x\nALLOWED=telegram:user:1', { A: '"x' }],
    ['a line of its own below an empty one', 'ALLOWED=\nALLOWED=telegram:user:1', {}],
    ['two lines of another program', 'A=1\nA=2\nALLOWED=telegram:user:1', { A: '2' }],
  ])('%s', async (_, content, others) => {
    await writeFile(file, content);
    expect(read({})).toEqual({ ALLOWED: 'telegram:user:1', ...others });
  });
});

it.skipIf(process.getuid?.() === 0)('one that this user may not read says who may', async () => {
  await writeFile(file, 'BATCH_MAX=5\n', { mode: 0o000 });
  expect(() => read({})).toThrow(/\.env cannot be read \(EACCES\)\. Run this as its owner/);
});

it('a directory in its place is refused with why Docker makes one', async () => {
  await mkdir(file);
  expect(() => read({})).toThrow(/\.env cannot be read \(EISDIR\)\. It is a directory/);
});

it.each([
  ['LOOKUP_APIKEY', 'LOOKUP_API_KEY'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['HTTPS_PROXI', 'HTTPS_PROXY'],
  ['allowed', 'ALLOWED'],
])(
  'a line with %s instead of %s is distinguished from a variable of the process',
  async (name, meant) => {
    const sentence = `${name}: there is no such variable. Did you mean ${meant}?`;
    const variables = { [name]: 'x' };
    expect(readEnvironment(file, variables, SETTING_NAMES)).toEqual({
      values: variables,
      misspeltLines: [],
      misspeltVariables: [sentence],
      otherLines: [],
    });
    await writeFile(file, `${name}=x\n`);
    expect(readEnvironment(file, {}, SETTING_NAMES)).toEqual({
      values: variables,
      misspeltLines: [sentence],
      misspeltVariables: [],
      otherLines: [],
    });
  },
);

it('variables of other programs are left alone', () => {
  const others = { PATH: '/bin', HOME: '/', LANG: 'C', npm_config_cache: 'x', TERM: 'xterm' };
  const url = 'http://proxy.example:3128';
  const proxy = { HTTP_PROXY: url, http_proxy: url, https_proxy: url, LOGLEVEL: '' };
  const sources = readEnvironment(file, { ...others, ...proxy }, SETTING_NAMES);
  expect(sources.misspeltVariables).toEqual([]);
});
