import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { emptyDirectory } from '../support/empty-directory.ts';

it('an installation without development dependencies skips the build instead of failing', async () => {
  const script = join(await emptyDirectory(), 'prepare.mjs');
  await copyFile(fileURLToPath(new URL('../../deploy/prepare.mjs', import.meta.url)), script);
  const { stderr } = await promisify(execFile)(process.execPath, [script]);
  expect(stderr).toContain('not built');
});
