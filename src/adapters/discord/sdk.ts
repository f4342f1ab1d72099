import { createRequire } from 'node:module';
import type * as discord from 'discord.js';

/**
 * The used parts of discord.js. Loaded by `require`, since an `import` would first scan it for its exports, which takes a
 * third longer.
 */
export const {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ButtonStyle,
  Client,
  ComponentType,
  DefaultRestOptions,
  DiscordAPIError,
  Events,
  GatewayCloseCodes,
  GatewayDispatchEvents,
  HTTPError,
  InteractionContextType,
  InteractionResponseType,
  InteractionType,
  Locale,
  MessageFlags,
  Options,
  RateLimitError,
  REST,
  Routes,
  Status,
}: typeof discord = createRequire(import.meta.url)('discord.js');
/** A gateway client. */
export type Client = discord.Client;
/** A language as Discord names it. */
export type Locale = discord.Locale;
/** A client for calls. */
export type REST = discord.REST;
