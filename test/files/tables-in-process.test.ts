import * as XLSX from '@e965/xlsx';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFiles } from '../../src/files/files.ts';
import type { Runner } from '../../src/files/work/runner.ts';
import { WorkFailed } from '../../src/files/work/work-job.ts';
import { IMEI } from '../support/known.ts';
import { createBuiltRunner } from '../support/process/built-work.ts';

describe('tables in the child process', () => {
  const never = new AbortController().signal;
  const added = [{ sheetIndex: 0, titleRow: 0, titles: ['IMEI'], rows: new Map([[1, [IMEI]]]) }];

  it('are read and written there', async () => {
    const runner = createBuiltRunner();
    onTestFinished(() => runner.close());
    const files = createFiles(runner, () => undefined);
    const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([['IMEI'], [IMEI]]), 'Phones');
    const bytes = new Uint8Array(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }));
    const file = { bytes, name: 'a.xlsx' };
    expect(await files.read(file, never)).toMatchObject({ kind: 'table' });
    const written = await files.write({ file, added }, never);
    expect(XLSX.read(written.xlsx).SheetNames).toEqual(['Phones']);
    expect(await files.write({ added }, never)).toEqual({
      csv: new TextEncoder().encode(`\uFEFFIMEI\r\n\t${IMEI}\r\n`),
      hasOnlyNumbers: true,
    });
  });

  it('are refused, or written without their other columns, if they need too much', async () => {
    const jobs: unknown[] = [];
    const run: Runner['run'] = async ({ input }) => {
      jobs.push(input);
      throw new WorkFailed('too-much');
    };
    const files = createFiles({ run }, () => undefined);
    const file = { bytes: Buffer.from(IMEI), name: 'a.xlsx' };
    expect(await files.read(file, never)).toEqual({ kind: 'unusable', why: 'too-much' });
    await expect(files.write({ file, added }, never)).rejects.toThrow(WorkFailed);
    expect(jobs.slice(1)).toMatchObject([{ table: { file } }, { table: { file: undefined } }]);
  });
});
