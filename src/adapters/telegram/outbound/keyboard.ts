import type { InlineKeyboardButton } from 'grammy/types';
import type { Button, ShownReply } from '../../../core/reply.ts';
import { isolated } from '../../../format/reply/isolate.ts';
import type { Say } from '../../../format/words/say.ts';
import { visibleLine } from '../../visible-text.ts';
import { pressData } from '../button-data.ts';
import { cutUnits } from './escape.ts';

/** Clients cut longer labels anyway. */
const MAX_LABEL_UNITS = 60;
/** Most characters of all labels in a row; more do not fit on a phone. */
const ROW_UNITS = 32;
/** Bot API 7.11: what a button copies has 1 to 256 characters. */
const MAX_COPY_UNITS = 256;

/** Whom a button of the reply may show more or less than the reply does; nobody where all who are there read it. */
export type ButtonsFor = 'everyone' | 'asker' | undefined;

/** The buttons of a reply in rows. */
export function keyboardOf(
  { actions, copy }: ShownReply,
  say: Say,
  buttonsFor: ButtonsFor,
): InlineKeyboardButton[][] {
  const rows: InlineKeyboardButton[][] = [];
  let room = 0;
  for (const action of actions) {
    if (action.ifUnsent === true || !isFor(action, buttonsFor)) continue;
    const button = buttonOf(action);
    const { length } = button.text;
    if (length <= room) rows.at(-1)?.push(button);
    else {
      rows.push([button]);
      room = ROW_UNITS;
    }
    room -= length;
  }
  return copy === undefined ? rows : [...rows, [copyButton(copy, say)]];
}

function isFor({ shares, whispers }: Button, buttonsFor: ButtonsFor): boolean {
  return (shares !== true || buttonsFor === 'everyone') && (whispers !== true || buttonsFor === 'asker');
}

function buttonOf(action: Button): InlineKeyboardButton {
  const text = cutUnits(isolated(visibleLine(action.label)), MAX_LABEL_UNITS) || '…';
  const { style } = action;
  return { text, callback_data: pressData(action), ...(style !== undefined && { style }) };
}

/** Copies without a press that would reach the bot. */
function copyButton(copy: string, say: Say): InlineKeyboardButton {
  return { text: say('telegram.copyButton'), copy_text: { text: cutUnits(copy, MAX_COPY_UNITS) } };
}
