import { describe, expect, it } from 'vitest';
import type { GetJson } from '../../src/adapters/get-json.ts';
import { PLATFORMS } from '../../src/adapters/platforms.ts';
import { configurePlatforms } from '../../src/bot/settings.ts';
import { ConnectionFailed } from '../../src/core/network/no-answer.ts';
import { TOKEN as DISCORD_TOKEN } from '../support/discord/world.ts';
import { TOKEN as TELEGRAM_TOKEN } from '../support/telegram/server.ts';

const configured = configurePlatforms({ DISCORD_TOKEN, TELEGRAM_TOKEN });

it.each(PLATFORMS)(
  '$name says before it is configured whether it registers commands',
  (platform) => {
    const { deploy } = configured.find(({ name }) => name === platform.name) ?? {};
    expect(deploy !== undefined).toBe(platform.canDeploy);
  },
);

describe.each(configured)('the examination of $name', ({ name, examine }) => {
  it('says why the platform cannot be reached, and which setting has its URL', async () => {
    const getJson: GetJson = async () => {
      throw new ConnectionFailed('ECONNREFUSED');
    };
    const { diagnoses, isUnreachable } = await examine(getJson);
    expect(isUnreachable).toBe(true);
    expect(diagnoses).toMatchObject([{ about: name, severity: 'wrong' }]);
    expect(diagnoses[0]?.message).toMatch(
      new RegExp(`^${name} cannot be reached \\(ECONNREFUSED\\).* ${name}_API_URL `, 'i'),
    );
  });

  it('does not blame the network for a bug', async () => {
    const bug = new TypeError('getJson is not a function');
    const getJson: GetJson = async () => {
      throw bug;
    };
    await expect(examine(getJson)).rejects.toBe(bug);
  });
});
