import { type Api, InputFile } from 'grammy';
import { LRUCache } from 'lru-cache';
import type { ReplyFile } from '../../core/reply.ts';
import type { Log } from '../../ops/log/log.ts';
import { visibleLine } from '../shown-reply.ts';
import { faultOf } from './errors.ts';
import { cutUnits } from './lines.ts';
import { addressOf } from './message.ts';
import { messageAt, type Target } from './target.ts';

/** Bot API: a caption has at most 1024 characters after entities parsing. */
const MAX_CAPTION_UNITS = 1_024;
/** Bot API: a picture may have 10 MB and a file 50 MB. */
const MAX_PHOTO_BYTES = 10_000_000;
const PHOTO_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);
/** Files remembered, so that a reply that is shown again does not bring them twice. */
const REMEMBERED = 1_000;

/** Creates what sends the files of a reply below it. Throws `TelegramFault` if the chat cannot be written to. */
export function createSendFiles(api: Api, log: Log) {
  const sent = new LRUCache<string, true>({ max: REMEMBERED });
  const sendOne = async (target: Target, { name, data, altText = '', contentType }: ReplyFile) => {
    // Nothing can be sent below an inline message.
    if (target.where === 'inline') return;
    const below = target.where === 'chat' && target.message ? { ...target, replyTo: target.message } : target;
    const caption = cutUnits(visibleLine(altText), MAX_CAPTION_UNITS);
    const other = { ...(caption !== '' && { caption }), ...addressOf(below) };
    const asDocument = () => api.sendDocument(target.chat, new InputFile(data, name), other);
    const isPhoto = PHOTO_TYPES.has(contentType) && data.byteLength <= MAX_PHOTO_BYTES;
    if (!isPhoto) return asDocument();
    return api.sendPhoto(target.chat, new InputFile(data, name), other).catch((error) => {
      // A picture with too many pixels, or one Telegram cannot read, can still be sent as a document.
      if (faultOf(error).kind !== 'refused') throw error;
      return asDocument();
    });
  };
  /** Resolves with whether all of them are there. */
  return async (target: Target, files: readonly ReplyFile[]): Promise<boolean> => {
    let areAllSent = true;
    for (const file of files) {
      const key = `${messageAt(target)} ${file.name}`;
      if (sent.has(key)) continue;
      try {
        await sendOne(target, file);
        sent.set(key, true);
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
