import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { OperatorError } from '../../src/core/operator/operator-error.ts';
import { loadTacTable } from '../../src/tac/load.ts';
import type { TacTable } from '../../src/tac/table.ts';
import { emptyDirectory } from '../support/empty-directory.ts';

let folder: string;

beforeEach(async () => {
  folder = await emptyDirectory();
});

const HEAD = 'tac,brand,model\n';
const OSMOCOM =
  'Some TAC database, (c) Somebody\ntac,name,name,contributor,comment,gsmarena,gsmarena,aka\n';

describe('a table', () => {
  it.each([
    ['another order', 'model,contributor,tac,brand\n3310,somebody,49015420,Nokia\n'],
    ['capitals and spaces', ' TAC , Brand ,Model\n49015420, Nokia ,3310\n'],
    ['other usual names', 'tac,manufacturer,model_name\n49015420,Nokia,3310\n'],
    ['a byte order mark and CRLF', '\uFEFFtac,brand,model\r\n49015420,Nokia,3310\r\n'],
    ['quoted cells', '"tac","brand","model"\n"49015420","Nokia","3310"\n'],
    ['empty lines', '\n\ntac,brand,model\n\n49015420,Nokia,3310\n\n'],
    [
      'the form of Osmocom',
      `${OSMOCOM}49015420,Nokia,3310,Kévin,,http://x/1,http://x/2,"3310i,NHM-5NX"\n`,
    ],
    [
      'the first of several names',
      `${HEAD}49015420,Nokia,3310\n49015420,Nokia,3330\n49015420,Acme,X\n`,
    ],
  ])('may have %s', async (_what, text) => {
    const table = await load(text);
    expect(table.lookUp('49015420')).toEqual({ brand: 'Nokia', model: '3310' });
    for (const tac of ['99999999', '4901542', '490154200', 'constructor', '', '4901542O']) {
      expect(table.lookUp(tac)).toBeUndefined();
    }
    expect(table.size).toBe(1);
  });

  it('gets lost leading zeros back', async () => {
    const table = await load(`${OSMOCOM}1215900,Apple,iPhone 4\n440245,Nokia,6060\n`);
    expect(table.lookUp('01215900')).toEqual({ brand: 'Apple', model: 'iPhone 4' });
    expect(table.lookUp('00440245')).toEqual({ brand: 'Nokia', model: '6060' });
  });

  it.each([
    ['a TAC with a letter', '4901542O,Nokia,3310'],
    ['a TAC that is too short', '49015,Nokia,3310'],
    ['a whole IMEI', '490154203237518,Nokia,3310'],
    ['no brand', '49015420,,3310'],
    ['no model', '49015420,Nokia, '],
    ['missing cells', '49015420'],
    ['a name that is a paragraph', `49015420,Nokia,${'x'.repeat(500)}`],
    ['bytes that are not UTF-8', '49015420,Nokia,\xe9'],
  ])('leaves out rows that make no sense: %s', async (_what, row) => {
    const table = await load(Buffer.from(`${HEAD}${row}\n35209900,Apple,iPhone 8\n`, 'latin1'));
    expect(table.lookUp('49015420')).toBeUndefined();
    expect(table.size).toBe(1);
  });
});

describe('a file that is not a table', () => {
  it.each([
    ['no header', 'no column called "tac"', '49015420,Nokia,3310\n'],
    ['nothing in it', 'no column called "tac"', ''],
    [
      'a header without a model',
      'no columns for brand and model',
      'tac,brand,comment\n49015420,Nokia,x\n',
    ],
    ['no row that can be used', 'no row that can be used', 'tac,brand,model\nx,y,z\n'],
  ])('is refused with what to do: %s', async (_what, why, text) => {
    const loading = load(text);
    await expect(loading).rejects.toThrow(OperatorError);
    await expect(loading).rejects.toThrow(why);
    await expect(loading).rejects.toThrow(
      /TAC_TABLE takes a CSV file .* the columns tac, brand and model/,
    );
  });

  it.each([
    ['is missing', () => join(folder, 'missing.csv')],
    ['is a folder', () => folder],
    ['is a pipe into which nobody writes', () => pipeIn(folder)],
  ])('is refused with its name and the cause when it %s', async (_what, file) => {
    const path = file();
    const error = {
      message: expect.stringContaining(`${path} cannot be read`),
      cause: expect.any(Error),
    };
    await expect(loadTacTable(path)).rejects.toMatchObject(error);
  });
});

function pipeIn(directory: string): string {
  const file = join(directory, 'pipe.csv');
  execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
  return file;
}

async function load(content: string | Buffer): Promise<TacTable> {
  const file = join(folder, 'table.csv');
  await writeFile(file, content);
  return loadTacTable(file);
}
