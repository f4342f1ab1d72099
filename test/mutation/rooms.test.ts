import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { belongsTo, ROOMS } from './rooms.ts';

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

describe('The rooms whose tests are measured', () => {
  it.each(['src/imei', 'src/provider', 'src/store', 'src/requests', 'src/limiter', 'src/checks'])(
    'hold each file of %s once',
    (folder) => {
      for (const file of filesIn(folder))
        expect([file, ROOMS.filter((room) => belongsTo(room, file)).length]).toEqual([file, 1]);
    },
  );

  it('each have files', () => {
    for (const room of ROOMS)
      expect(filesIn(room.folder).filter((file) => belongsTo(room, file))).not.toEqual([]);
  });
});
