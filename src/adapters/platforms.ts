import type { PlatformDefinition } from './definition.ts';
import { discord } from './discord/definition.ts';
import { telegram } from './telegram/definition.ts';

/** The platforms. A new one is a folder here, and its definition in this list. */
export const PLATFORMS: readonly PlatformDefinition[] = [discord, telegram];
