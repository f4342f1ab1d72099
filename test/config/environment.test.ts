import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readEnvironment } from '../../src/config/environment.ts';
import { emptyDirectory } from '../support/process/process-main.ts';
import { VARIABLE_NAMES } from '../support/settings.ts';

let file: string;

function read(variables: Record<string, string>) {
  return readEnvironment(file, variables, VARIABLE_NAMES).values;
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

it.runIf(/^20\./.test(process.versions.node))(
  'a line that takes the next setting is refused',
  async () => {
    await writeFile(file, '  # ours\n \nfor friends\nALLOWED=telegram:user:1\n');
    expect(() => read({})).toThrow(/line 3: write NAME=value/);
  },
);

it('a directory in its place is refused with why Docker makes one', async () => {
  await mkdir(file);
  expect(() => read({})).toThrow(/\.env cannot be read \(EISDIR\)\. It is a directory/);
});

it.each([
  ['LOOKUP_APIKEY', 'LOOKUP_API_KEY'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['HTTPS_PROXI', 'HTTPS_PROXY'],
])(
  'a line with %s, which was meant to be %s, is told from a variable of the process',
  async (name, meant) => {
    const sentence = `${name}: there is no such variable. Did you mean ${meant}?`;
    const variables = { [name]: 'x' };
    expect(readEnvironment(file, variables, VARIABLE_NAMES)).toEqual({
      values: variables,
      misspeltLines: [],
      misspeltVariables: [sentence],
    });
    await writeFile(file, `${name}=x\n`);
    expect(readEnvironment(file, {}, VARIABLE_NAMES)).toEqual({
      values: variables,
      misspeltLines: [sentence],
      misspeltVariables: [],
    });
  },
);

it('variables of other programs are left alone', () => {
  const others = { PATH: '/bin', HOME: '/', LANG: 'C', npm_config_cache: 'x', TERM: 'xterm' };
  const proxy = { HTTP_PROXY: 'http://proxy.example:3128', LOGLEVEL: '' };
  const sources = readEnvironment(file, { ...others, ...proxy }, VARIABLE_NAMES);
  expect(sources.misspeltVariables).toEqual([]);
});
