import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../src/core/time/clock.ts';
import { describeAdapter } from '../../contract/adapter-contract.ts';
import { emptyDirectory } from '../../support/empty-directory.ts';
import { stageConsole } from './stage.ts';

describeAdapter('the console', async () => {
  const directory = await emptyDirectory();
  const { adapter, input, output } = stageConsole({ terminal: 80 });
  return {
    adapter,
    admin: 'console:user:local',
    stranger: 'console:user:remote',
    say: async (text) => {
      input.write(`${text}\n`);
      await systemClock.sleep(80); // A person is slower than a paste.
    },
    send: async ({ name, bytes }) => {
      await writeFile(join(directory, name), bytes);
      input.write(`/imei file:"${join(directory, name)}"\n`);
    },
    loseFiles: () => rm(directory, { recursive: true }),
    press: async (label) => {
      const number = output.seen().match(new RegExp(`\\[(\\d)\\] ${label}`, 'u'))?.[1];
      input.write(`${number}\n`);
    },
    shown: output.seen,
    notified: output.seen,
    obeyed: output.obeyed,
    close: async () => {
      await adapter.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
});
