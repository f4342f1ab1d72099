import type { CallbackQuery, Update } from 'grammy/types';
import { imeisIn } from '../../../imei/find.ts';
import type { Log } from '../../../ops/log/log.ts';
import { askedNameIn, askedPayload, readCallbackData } from '../button-data.ts';
import type { Answered } from '../memory/answered.ts';
import type { InlineCheck, InlineChecks } from './inline-checks.ts';
import { type Heard, readUpdate, type UpdateContext } from './receive.ts';

/** What {@link createReader} works with. */
export interface ReaderNeeds {
  readonly context: UpdateContext;
  readonly inlineChecks: InlineChecks;
  readonly answered: Answered;
  readonly log: Log;
}

/** An update as it was read. */
export interface Read {
  readonly heard: Heard;
  /**
   * Resolves when what is new is stored; never rejects. The update is confirmed only then. The request is written down
   * meanwhile, so that one sync of the disk serves both rows.
   */
  readonly kept: Promise<unknown>;
}

/**
 * Reads updates with the memory that outlives the process. What earlier processes knew of an album or an edited message is read
 * before, and what is new is stored afterwards. If that memory fails, an update is read without it; the failure never rejects.
 */
export function createReader(needs: ReaderNeeds): (update: Update) => Promise<Read> {
  const { context, inlineChecks, answered, log } = needs;
  const { albums, edits } = context;
  const readAlone = async (update: Update): Promise<Heard> => {
    const { callback_query: query, chosen_inline_result: chosen } = update;
    if (chosen?.inline_message_id !== undefined)
      await inlineChecks.posted(chosen.inline_message_id, chosen.from.id);
    const check = query === undefined ? undefined : await pressedCheck(inlineChecks, query);
    const heard = readUpdate(update, { ...context, linked: await linkedIn(inlineChecks, update) }, check);
    if (update.edited_message !== undefined) return toTheAnswer(answered, heard);
    return withStart(inlineChecks, heard);
  };
  const quietly = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      log.debug({ err: error }, 'What is remembered of a message could not be read or written');
    }
  };
  return async (update) => {
    const { message, edited_message: edited } = update;
    const either = message ?? edited;
    const picture = either?.media_group_id === undefined ? undefined : either;
    if (picture !== undefined) await quietly(albums.recall(picture));
    if (edited !== undefined) await quietly(edits.recall(edited));
    const heard = await readAlone(update);
    const kept = Promise.all([
      either && quietly(edits.share(either, heard.kind === 'ask')),
      picture && quietly(albums.share(picture)),
    ]);
    return { heard, kept };
  };
}

/** What the pressed button of an inline result checks; undefined for any other button. */
async function pressedCheck(
  inlineChecks: Pick<InlineChecks, 'find'>,
  { data = '', inline_message_id: message, from }: CallbackQuery,
): Promise<InlineCheck | undefined> {
  const pressed = readCallbackData(data);
  if (pressed.kind !== 'check' || message === undefined) return undefined;
  return inlineChecks.find(pressed.name, { message, by: from.id });
}

/** What a deep link to the private chat asks again. */
async function linkedIn(
  inlineChecks: Pick<InlineChecks, 'asked'>,
  { message }: Update,
): Promise<string | undefined> {
  const name = askedNameIn(message?.text ?? '');
  if (name === undefined || message?.from === undefined || message.chat.type !== 'private') return undefined;
  return inlineChecks.asked(name, message.from.id);
}

/** The numbers that the asker alone may see can be asked again in the private chat, in case Telegram does not show them there. */
async function withStart(inlineChecks: Pick<InlineChecks, 'keep'>, heard: Heard): Promise<Heard> {
  if (heard.kind !== 'ask' || heard.target.where !== 'ephemeral' || heard.target.start !== undefined)
    return heard;
  const { ask } = heard.request;
  const text = ask.kind === 'command' && ask.options.kind === 'text' ? ask.options.text : '';
  const imeis = imeisIn(text);
  if (imeis.length === 0) return heard;
  const name = await inlineChecks.keep({ owner: heard.target.user, text: imeis.join(' ') });
  if (name === undefined) return heard;
  const target = { ...heard.target, start: askedPayload(name) };
  return { ...heard, target, request: { ...heard.request, target } };
}

/** An edited question changes its answer. */
async function toTheAnswer(answered: Answered, heard: Heard): Promise<Heard> {
  if (heard.kind !== 'ask' || heard.target.where !== 'chat') return heard;
  const target = await answered.targetFor(heard.target);
  return { ...heard, target, request: { ...heard.request, target } };
}
