import { GatewayCloseCodes } from 'discord.js';

/** Advice for the operator if Discord refuses the token. */
export const TOKEN_REFUSED =
  'Discord refuses the token. Set DISCORD_TOKEN to the one of the Developer Portal under Bot, Reset Token.';

/** Advice for the operator if Discord closed the connection for good. */
export function adviceOnClose(code: number): string {
  if (code === GatewayCloseCodes.AuthenticationFailed) return TOKEN_REFUSED;
  return `Discord refuses the connection (${code}, ${GatewayCloseCodes[code]}). Update imei-bot, and check in the Developer Portal under Bot whether the application is restricted.`;
}
