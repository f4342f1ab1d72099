import type { Update } from 'grammy/types';
import type { Request } from '../../../core/adapter.ts';
import type { Target } from '../target.ts';

/** The meaning of an update. */
export type Heard =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'ask'; readonly request: Request; readonly target: Target }
  | { readonly kind: 'press'; readonly request: Request; readonly target: Target; readonly query: string }
  | { readonly kind: 'not-yours'; readonly query: string; readonly locale: string }
  | { readonly kind: 'query'; readonly query: NonNullable<Update['inline_query']> };

/** Asks nothing of the bot. */
export const NOTHING: Heard = { kind: 'nothing' };
