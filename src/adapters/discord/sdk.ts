import { createRequire } from 'node:module';
import type * as discord from 'discord.js';

/**
 * What is used of discord.js. It comes by `require`, since an `import` would first search it for the names that it
 * exports, which takes a third as long again as loading it.
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
export type Client = discord.Client;
export type Locale = discord.Locale;
export type REST = discord.REST;
