import { type Api, InputFile } from 'grammy';
import type { ReplyFile } from '../../core/reply.ts';
import type { Log } from '../../ops/log/log.ts';
import { visibleLine } from '../shown-reply.ts';
import { faultOf } from './errors.ts';
import { cutUnits } from './lines.ts';
import { addressOf } from './message.ts';
import type { Target } from './target.ts';

/** Bot API: a caption has at most 1024 characters after entities parsing. */
const MAX_CAPTION_UNITS = 1_024;
const PHOTO_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);
/** Creates what sends the files of a reply below it. Throws `TelegramFault` if the chat cannot be written to. */
export function createSendFiles(api: Api, log: Log) {
  const sendOne = async (target: Target, { name, data, altText = '', contentType }: ReplyFile) => {
    // Nothing can be sent below an inline message.
    if (target.where === 'inline') return;
    const below = target.where === 'chat' && target.message ? { ...target, replyTo: target.message } : target;
    const caption = cutUnits(visibleLine(altText), MAX_CAPTION_UNITS);
    const other = { ...(caption !== '' && { caption }), ...addressOf(below) };
    const file = new InputFile(data, name);
    if (PHOTO_TYPES.has(contentType)) await api.sendPhoto(target.chat, file, other);
    else await api.sendDocument(target.chat, file, other);
  };
  /** Resolves with whether all of them are there. */
  return async (target: Target, files: readonly ReplyFile[]): Promise<boolean> => {
    let areAllSent = true;
    for (const file of files) {
      try {
        await sendOne(target, file);
      } catch (error) {
        const { kind, message } = faultOf(error);
        if (kind === 'unreachable' && target.where === 'chat') throw faultOf(error);
        log.warn({ said: message }, 'A file could not be sent to Telegram; the reply says so');
        areAllSent = false;
      }
    }
    return areAllSent;
  };
}
