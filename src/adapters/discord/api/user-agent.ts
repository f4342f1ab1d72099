import { VERSION } from '../../../ops/version.ts';

/**
 * The header of calls that discord.js does not make. Discord's documentation, "User Agent", asks
 * for `DiscordBot ($url, $versionNumber)`, and Discord may block clients without it.
 */
export const USER_AGENT_HEADER = {
  'user-agent': `DiscordBot (https://www.npmjs.com/package/imei-bot, ${VERSION})`,
};
