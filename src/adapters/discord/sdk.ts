import { createRequire } from 'node:module';
import type * as rest from '@discordjs/rest';
import type * as ws from '@discordjs/ws';
import type * as api from 'discord-api-types/v10';
import type * as undici from 'undici';

const require = createRequire(import.meta.url);

/**
 * The used parts of discord.js, by their own packages: its client would build objects of all that the gateway tells. Loaded by
 * `require`, since an `import` would first scan them for their exports, which takes a third longer.
 */
export const {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  ButtonStyle,
  ChannelType,
  ComponentType,
  GatewayCloseCodes,
  GatewayDispatchEvents,
  GatewayIntentBits,
  InteractionContextType,
  InteractionResponseType,
  InteractionType,
  Locale,
  MessageFlags,
  MessageType,
  Routes,
  TextInputStyle,
}: typeof api = require('discord-api-types/v10');
export const { DefaultRestOptions, DiscordAPIError, HTTPError, RateLimitError, REST }: typeof rest =
  require('@discordjs/rest');
export const { Agent }: typeof undici = require('undici');
export const { WebSocketManager, WebSocketShardEvents }: typeof ws = require('@discordjs/ws');

/** A language as Discord names it. */
export type Locale = api.Locale;
/** A client for calls. */
export type REST = rest.REST;
/** All connections to the gateway of one process. */
export type WebSocketManager = ws.WebSocketManager;
