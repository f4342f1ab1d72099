import { VERSION } from '../../../ops/version.ts';

/**
 * How the bot names itself in the calls that discord.js does not make. Discord's documentation,
 * "User Agent": `DiscordBot ($url, $versionNumber)`; Discord may block clients that send another
 * one.
 */
export const USER_AGENT_HEADER = {
  'user-agent': `DiscordBot (https://www.npmjs.com/package/imei-bot, ${VERSION})`,
};
