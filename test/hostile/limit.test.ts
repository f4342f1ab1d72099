import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testImei } from '../support/checks/checking.ts';
import { emptyDirectory, runMain, serviceWith } from '../support/process/process-main.ts';
import { SLOW } from '../support/process/slow.ts';

describe('the program on a new store', () => {
  it('lets a window pass before it asks a service of its own accord', SLOW, async () => {
    const { service, environment } = await serviceWith({});
    const directory = await emptyDirectory();
    const startedAt = Date.now();
    const { stdout, stderr } = await runMain({
      directory,
      args: [testImei(1)],
      environment: {
        ...environment,
        STORE_URL: `sqlite://${join(directory, 'new.sqlite')}`,
        LIMIT_WINDOW: '3s',
        LOOKUP_TIMEOUT: '1s',
      },
    });
    expect(stdout).toContain('NOKIA');
    expect(stderr).toContain('does not have the latest sends');
    const [first] = service.arrivals;
    expect((first?.at ?? 0) - startedAt).toBeGreaterThanOrEqual(3_000);
  });
});
