import type { InlineKeyboardButton } from 'grammy/types';
import { openingNew } from '../../button-data.ts';
import type { ChatTarget } from '../../target.ts';
import { cutUnits } from '../escape.ts';
import { MAX_ENTITIES, MAX_TEXT_UNITS } from '../lines.ts';
import type { RenderedReply } from '../render.ts';

/** More answers in one message have too many buttons to find one's own. */
const MOST_JOINED = 5;
/** For the number before each answer and the empty line after it. */
const NUMBER_UNITS = 6;

/** An answer on its way to a chat. */
export interface OutgoingAnswer {
  readonly target: ChatTarget;
  readonly rendered: RenderedReply;
}

/** How many of these answers, from the first on, fit into one message; at least one. */
export function fittingInOne(answers: readonly OutgoingAnswer[]): number {
  let units = 0;
  let entities = 0;
  let count = 0;
  for (const { rendered } of answers.slice(0, MOST_JOINED)) {
    units += rendered.plain.length + NUMBER_UNITS;
    // One more for the number.
    entities += entitiesIn(rendered.html) + 1;
    if (count > 0 && (units > MAX_TEXT_UNITS || entities > MAX_ENTITIES)) break;
    count += 1;
  }
  return count;
}

/**
 * Several answers as one message, numbered, with the buttons of each under its number. It replies to the first question; the
 * number of another person's answer mentions that person, since a message replies to one only. No button changes the message.
 */
export function joinAnswers(answers: readonly OutgoingAnswer[]): RenderedReply {
  const [first] = answers;
  const numbered = answers.map(({ target, rendered }, index) => {
    const number = `${index + 1}.`;
    const { user } = target;
    const named = user === undefined || user === first?.target.user ? number : mention(user, number);
    return { html: `${named} ${rendered.html}`, plain: `${number} ${rendered.plain}` };
  });
  return {
    html: numbered.map(({ html }) => html).join('\n\n'),
    plain: numbered.map(({ plain }) => plain).join('\n\n'),
    keyboard: answers.flatMap(({ rendered }, index) =>
      rendered.keyboard.map((row) => row.map((button) => numberedButton(button, index + 1))),
    ),
    files: [],
  };
}

/** Bot API, HTML style: "inline mention of a user", which tells that person. */
export function mention(user: number, text: string): string {
  return `<a href="tg://user?id=${user}">${text}</a>`;
}

function numberedButton(button: InlineKeyboardButton, number: number): InlineKeyboardButton {
  const text = cutUnits(`${number}. ${button.text}`, 64);
  return 'callback_data' in button
    ? { ...button, text, callback_data: openingNew(button.callback_data) }
    : { ...button, text };
}

function entitiesIn(html: string): number {
  return html.match(/<[a-z]/g)?.length ?? 0;
}
