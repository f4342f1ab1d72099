/** Thrown if Discord refuses the bot, so that retrying would not help; the message says what the operator does. */
export class DiscordStartError extends Error {
  override readonly name = 'DiscordStartError';
}
