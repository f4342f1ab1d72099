import type { Context } from 'grammy';
import type { CallbackQuery } from 'grammy/types';
import type { Show } from '../../core/adapter.ts';
import type { Clock } from '../../core/clock.ts';
import { isNotice } from '../shown-reply.ts';
import { cutUnits } from './lines.ts';
import { renderAlert } from './render.ts';
import { isGroup, type Target, threadOf, whoIs } from './target.ts';

/** A refusal that comes within this time is shown as the answer to the press; then the button stops waiting. */
const GRACE_MS = 500;
/** Longer, since Telegram may not take what is sent to the presser alone once the press is answered. */
const GRACE_ALONE_MS = 10_000;
/** Bot API: the text of a pop-up has at most 200 characters. */
const MAX_ALERT_UNITS = 200;

/** Answers a press: ends the button's waiting state and may show a pop-up to the presser. Never rejects. */
export async function answerPress(ctx: Context, alert?: string): Promise<void> {
  const other = alert === undefined ? {} : { text: cutUnits(alert, MAX_ALERT_UNITS), show_alert: true };
  // A press from before a restart can no longer be answered; a lost answer only leaves the button waiting.
  await ctx.answerCallbackQuery(other).catch(() => undefined);
}

/**
 * Shows what a press leads to. An early notice ("this button is for somebody else") becomes a pop-up, so that it neither
 * replaces the pressed reply nor appears in the group.
 */
export function showPressed(ctx: Context, target: Target, show: Show, clock: Clock): Show {
  const isAlone = target.where === 'ephemeral';
  let isAnswered = false;
  const answer = (alert?: string): void => {
    cancelGrace();
    if (!isAnswered) void answerPress(ctx, alert);
    isAnswered = true;
  };
  const cancelGrace = clock.later(isAlone ? GRACE_ALONE_MS : GRACE_MS, () => answer());
  return async (reply, state) => {
    const alert = renderAlert(reply);
    if (state.last && !isAnswered && isNotice(reply) && alert.length <= MAX_ALERT_UNITS) {
      answer(alert);
      return target;
    }
    if (!isAlone) answer();
    return show(reply, state).finally(() => answer());
  };
}

/** The pressed message with the person who pressed; undefined if Telegram does not tell. */
export function pressedAt({ from, message, inline_message_id: inline }: CallbackQuery): Pressed | undefined {
  if (inline !== undefined) return { ...whoIs(from), where: 'inline', message: inline };
  if (message === undefined) return undefined;
  // Of a message that is too old, Telegram only reports its chat.
  const thread = message.date === 0 ? {} : threadOf(message);
  const at = { ...whoIs(from), chat: message.chat.id, ...thread };
  const alone = 'ephemeral_message_id' in message ? message.ephemeral_message_id : undefined;
  if (alone !== undefined) return { ...at, where: 'ephemeral', message: alone };
  return { ...at, where: 'chat', message: message.message_id };
}
type Pressed = Target & { readonly user: number };

/** The pressed reply, or a new one below it, for everyone in the group or for the asker alone. */
export function targetOfPress(pressed: Pressed, mode: string, query: string): Target {
  if (pressed.where === 'inline') return { ...pressed, pressed: true };
  const behind = { query };
  if (pressed.where === 'ephemeral') {
    const { message: _, ...at } = pressed;
    if (mode === 's') return { ...at, where: 'chat' };
    return mode === 'h' ? { ...pressed, behind, pressed: true } : { ...at, behind };
  }
  const { message: replyTo = 0, ...at } = pressed;
  if (mode === 'w' && isGroup(pressed)) return { ...at, where: 'ephemeral', behind };
  return mode === 'h' ? { ...pressed, pressed: true } : { ...at, replyTo };
}
