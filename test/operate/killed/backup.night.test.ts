import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Args,
  isThere,
  killedAtEach,
  rowsIn,
  secretBeside,
  stopped,
  TIME_MS,
} from '../../support/process/killed.ts';
import { fileOf } from '../../support/process/operating.ts';
import { emptyDirectory } from '../../support/process/process-main.ts';

describe('a backup that is killed at whatever step', () => {
  it(
    'leaves no half file under its name, and is made by the next run, which cleans up',
    async () => {
      const place = await stopped();
      const url = place.settings.STORE_URL ?? '';
      const before = await rowsIn(url, await secretBeside(fileOf(url)));
      const directory = await emptyDirectory();
      const file = join(directory, 'backup.sqlite');
      const args: Args = ['backup', file, '--with-secret'];
      const kills = await killedAtEach(place, { args }, async () => {
        if (!(await isThere(file))) return;
        // It was whole already, with its secret.
        expect((await place.run(args)).stderr).toContain('is there already');
        expect(await rowsIn(`sqlite://${file}`, await secretBeside(file))).toEqual(before);
        await rm(file);
      });
      expect(kills).toBeGreaterThan(5);
      expect((await readdir(directory)).filter((name) => !name.endsWith('.lock'))).toEqual([
        'backup.sqlite',
        'backup.sqlite.secret',
      ]);
      expect(await rowsIn(`sqlite://${file}`, await secretBeside(file))).toEqual(before);
    },
    TIME_MS,
  );
});
