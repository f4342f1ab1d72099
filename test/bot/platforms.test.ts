import { describe, expect, it } from 'vitest';
import type { ConfiguredPlatform } from '../../src/adapters/definition.ts';
import type { SharedHost } from '../../src/bot/host.ts';
import { type Loss, Platforms } from '../../src/bot/platforms.ts';
import { fakeAdapter } from '../support/fake-adapter.ts';

/** No adapter here uses anything else of its host. */
const HOST = {} as SharedHost;

type Platform = Pick<ConfiguredPlatform, 'name' | 'create'>;

describe('a platform that refuses the bot while its adapter is made', () => {
  it('is lost, and the others are served', async () => {
    const losses: Loss[] = [];
    const platforms = new Platforms();
    const refusing: Platform = {
      name: 'refusing',
      create: async ({ run }) => {
        run.onLost('the token was revoked');
        return fakeAdapter({ platform: 'refusing' });
      },
    };
    const working: Platform = {
      name: 'working',
      create: async () => fakeAdapter({ platform: 'working' }),
    };
    await platforms.create([refusing, working], HOST, (loss) => losses.push(loss));
    expect(losses).toMatchObject([{ platform: 'refusing', isLast: false }]);
  });
});
