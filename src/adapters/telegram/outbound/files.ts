import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ReplyFile } from '../../../core/reply.ts';
import { faultOf } from '../errors.ts';
import type { Incidents } from '../incidents.ts';
import { type Api, InputFile } from '../sdk.ts';
import type { ChatTarget, Target } from '../target.ts';
import type { Calls } from './api.ts';
import { addressOf } from './messages.ts';
import { MAX_CAPTION_UNITS } from './render.ts';
import { cutUnits, safeLine } from './sanitize.ts';

/** Bot API: a picture may have 10 MB and a file 50 MB. */
const MAX_PHOTO_BYTES = 10_000_000;
const PHOTO_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);
/** Replies remembered with the files they have got already. */
const REMEMBERED = 1_000;

/** Sends the files of a reply below it. */
export interface Files {
  /** Each file once, also when the reply is shown again because one of them failed. Throws `TelegramFault`. */
  send(place: Target, files: readonly ReplyFile[]): Promise<void>;
}

export interface FilesNeeds {
  readonly api: Api;
  readonly calls: Calls;
  readonly troubles: Incidents;
}

export function createFiles({ api, calls, troubles }: FilesNeeds): Files {
  // A reply is shown by one process at a time. One that takes it over from a process that died may send a file again.
  const sent = new LRUCache<string, true>({ max: REMEMBERED });
  const sendOne = async (place: ChatTarget, file: ReplyFile): Promise<void> => {
    const document = (): InputFile => new InputFile(file.data, file.name);
    const caption =
      file.altText === undefined ? {} : { caption: cutUnits(safeLine(file.altText), MAX_CAPTION_UNITS) };
    const other = { ...caption, ...addressOf(place) };
    if (isPhoto(file)) {
      try {
        await calls.single(() => api.sendPhoto(place.chat, document(), other));
        return;
      } catch (error) {
        // Too large a picture in pixels, or one Telegram cannot read, can still be sent as a file.
        const fault = faultOf(error);
        if (fault.kind !== 'refused') throw fault;
      }
    }
    await calls.single(() => api.sendDocument(place.chat, document(), other));
  };
  return {
    send: async (place, files) => {
      const where = chatFor(place);
      if (where === undefined) return;
      for (const file of files) {
        const key = keyOf(where, file);
        if (sent.has(key)) continue;
        try {
          await sendOne(where, file);
        } catch (error) {
          const fault = faultOf(error);
          // It may have arrived, and the text of the reply stands there in any case.
          if (fault.kind !== 'lost' && fault.kind !== 'refused') throw fault;
          troubles.tell('file', 'A file could not be sent to Telegram; the reply stands there without it', {
            said: fault.message,
          });
        }
        sent.set(key, true);
      }
    },
  };
}

function keyOf({ chat, message, replyTo }: ChatTarget, { name, data }: ReplyFile): string {
  const content = createHash('sha256').update(data).digest('base64');
  return JSON.stringify([chat, message, replyTo, name, content]);
}

function isPhoto({ contentType, data }: ReplyFile): boolean {
  return PHOTO_TYPES.has(contentType) && data.byteLength <= MAX_PHOTO_BYTES;
}

/** A file answers the message of the reply, or what that answers; an inline message can have none. */
function chatFor(place: Target): ChatTarget | undefined {
  if (place.where !== 'chat') return undefined;
  return place.message === undefined ? place : { ...place, replyTo: place.message };
}
