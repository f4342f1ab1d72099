import type { Api } from 'grammy';
import { InputFile } from 'grammy';
import { LRUCache } from 'lru-cache';
import type { ReplyFile } from '../../core/reply.ts';
import type { Log } from '../../ops/log/log.ts';
import { visibleLine } from '../shown-reply.ts';
import { faultOf } from './errors.ts';
import { cutUnits } from './lines.ts';
import { addressOf } from './message.ts';
import { type ChatTarget, type EphemeralTarget, messageAt, type Target } from './target.ts';

/** Bot API: a caption has at most 1024 characters after entities parsing. */
const MAX_CAPTION_UNITS = 1_024;
/** Bot API: a picture may have 10 MB and a file 50 MB. */
const MAX_PHOTO_BYTES = 10_000_000;
const PHOTO_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);
/** Files remembered, so that a reply that is shown again does not bring them twice. */
const REMEMBERED = 1_000;

/** Sends the files of a reply below it. Resolves with whether all of them are there. */
export type SendFiles = (target: Target, files: readonly ReplyFile[]) => Promise<boolean>;

/** Creates the sender of files. It throws `TelegramFault` if the chat cannot be written to. */
export function createSendFiles(api: Api, log: Log): SendFiles {
  const sent = new LRUCache<string, true>({ max: REMEMBERED });
  const sendOne = async (target: ChatTarget | EphemeralTarget, file: ReplyFile): Promise<void> => {
    const { name, data, altText } = file;
    const caption =
      altText === undefined ? {} : { caption: cutUnits(visibleLine(altText), MAX_CAPTION_UNITS) };
    const other = { ...caption, ...addressOf(target) };
    if (PHOTO_TYPES.has(file.contentType) && data.byteLength <= MAX_PHOTO_BYTES) {
      try {
        await api.sendPhoto(target.chat, new InputFile(data, name), other);
        return;
      } catch (error) {
        // A picture with too many pixels, or one Telegram cannot read, can still be sent as a document.
        if (faultOf(error).kind !== 'refused') throw error;
      }
    }
    await api.sendDocument(target.chat, new InputFile(data, name), other);
  };
  /** Resolves with whether it is there. */
  const sendSafely = async (target: ChatTarget | EphemeralTarget, file: ReplyFile): Promise<boolean> => {
    const key = `${messageAt(target)} ${file.name}`;
    if (sent.has(key)) return true;
    try {
      await sendOne(target.where === 'chat' ? belowAnswer(target) : target, file);
      sent.set(key, true);
      return true;
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'unreachable' && target.where === 'chat') throw fault;
      log.warn({ said: fault.message }, 'A file could not be sent to Telegram; the reply says so');
      return false;
    }
  };
  return async (target, files) => {
    // Nothing can be sent below an inline message.
    if (target.where === 'inline') return true;
    let areAllSent = true;
    for (const file of files) if (!(await sendSafely(target, file))) areAllSent = false;
    return areAllSent;
  };
}

function belowAnswer(target: ChatTarget): ChatTarget {
  return target.message === undefined ? target : { ...target, replyTo: target.message };
}
