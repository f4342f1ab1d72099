/** Why Discord cannot be used at all. */
export type DiscordStartReason = 'token-refused' | 'few-session-starts' | 'gateway-refused';

/** Thrown if Discord cannot be used and retrying would not help; the message tells the operator what to do. */
export class DiscordStartError extends Error {
  override readonly name = 'DiscordStartError';
  readonly code: DiscordStartReason;

  constructor(code: DiscordStartReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Creates one. */
export function startError(code: DiscordStartReason, message: string, cause?: unknown): DiscordStartError {
  return new DiscordStartError(code, message, { cause });
}
