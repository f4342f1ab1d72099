import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boxLabel } from '../support/drawn-labels.ts';
import { photoOf } from '../support/photos.ts';
import { emptyDirectory, runMain } from '../support/process-main.ts';

const IMEIS = ['490154203237518', '490154203237526'];

describe('a photo at the console', () => {
  it('is read by the program as it is built, and answered', async () => {
    const directory = await emptyDirectory();
    const label = await boxLabel({ imeis: IMEIS, serial: 'R58M1234ABC', ean: '8806090310409' });
    await writeFile(join(directory, 'label.jpg'), photoOf(label, { turnedBy: 12 }));

    const { exitCode, stdout } = await runMain({ args: ['/imei file:label.jpg'], directory });

    for (const part of [...IMEIS, 'NOKIA', 'two IMEIs of one phone', 'R58M1234ABC', '8806090310409']) {
      expect(stdout).toContain(part);
    }
    expect(exitCode).toBe(0);
  });

  it('without a code ends with 1, and what to do', async () => {
    const directory = await emptyDirectory();
    await writeFile(join(directory, 'wall.jpg'), photoOf({ svg: '', width: 40, height: 30 }));

    const { exitCode, stdout } = await runMain({ args: ['/imei file:wall.jpg'], directory });

    expect(stdout).toContain('I see no IMEI on the picture');
    expect(exitCode).toBe(1);
  });
});
