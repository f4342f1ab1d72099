import type { Finding } from '../core/findings/finding.ts';

/** What an examination of a platform found. */
export interface PlatformReport {
  readonly findings: readonly Finding[];
  /** The bot's name there; undefined where the token was not taken. */
  readonly name?: string | undefined;
  /** The link by which people add the bot, or write to it. */
  readonly invite?: string | undefined;
  /** How far the platform's clock is ahead of this machine's; undefined where it does not say. */
  readonly aheadMs?: number | undefined;
}
