import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ReplyFile } from '../../../core/reply.ts';
import { visibleLine } from '../../shown-reply.ts';
import type { EphemeralSupport } from '../ephemeral.ts';
import { type FaultKind, faultOf } from '../errors.ts';
import type { Incidents } from '../incidents.ts';
import { type Api, InputFile } from '../sdk.ts';
import type { ChatTarget, EphemeralTarget, Target } from '../target.ts';
import type { Calls } from './api.ts';
import { cutUnits } from './lines.ts';
import { addressOf, countedIn } from './messages/write.ts';
import { MAX_CAPTION_UNITS } from './render.ts';

/** Bot API: a picture may have 10 MB and a file 50 MB. */
const MAX_PHOTO_BYTES = 10_000_000;
const PHOTO_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg']);
/** Replies for which the sent files are remembered. */
const REMEMBERED = 1_000;

/** Failures after which the text of the reply can still be changed; after `lost` the file may have arrived. */
const OF_FILES: ReadonlySet<FaultKind> = new Set(['lost', 'refused', 'server', 'not-sent']);

/** Sends the files of a reply below it. */
export interface Files {
  /**
   * Sends each file once, even if the reply is shown again because one of them failed. Resolves with whether all of them are
   * there; throws `TelegramFault` if the chat cannot be written to.
   */
  send(target: Target, files: readonly ReplyFile[]): Promise<boolean>;
}

/** What {@link createFiles} works with. */
export interface FilesNeeds {
  readonly api: Api;
  readonly calls: Calls;
  readonly incidents: Incidents;
  readonly ephemeral: Pick<EphemeralSupport, 'isProven'>;
}

/** Creates the sender of files. */
export function createFiles({ api, calls, incidents, ephemeral }: FilesNeeds): Files {
  // One process at a time shows a reply. A process that takes it over after a crash may send a file again.
  const sent = new LRUCache<string, true>({ max: REMEMBERED });
  const sendOne = async (target: ChatTarget | EphemeralTarget, file: ReplyFile): Promise<void> => {
    const document = (): InputFile => new InputFile(file.data, file.name);
    const caption =
      file.altText === undefined ? {} : { caption: cutUnits(visibleLine(file.altText), MAX_CAPTION_UNITS) };
    const other = { ...caption, ...addressOf(target) };
    const to = { ...countedIn(target), rank: 'answer' } as const;
    if (isPhoto(file)) {
      try {
        await calls.single(() => api.sendPhoto(target.chat, document(), other), { to });
        return;
      } catch (error) {
        // A picture with too many pixels, or one Telegram cannot read, can still be sent as a document.
        const fault = faultOf(error);
        if (fault.kind !== 'refused') throw fault;
      }
    }
    await calls.single(() => api.sendDocument(target.chat, document(), other), { to });
  };
  /** Resolves with whether it is there. */
  const sendSafely = async (where: ChatTarget | EphemeralTarget, file: ReplyFile): Promise<boolean> => {
    try {
      await sendOne(where, file);
      return true;
    } catch (error) {
      const fault = faultOf(error);
      if (!OF_FILES.has(fault.kind) && where.where === 'chat') throw fault;
      incidents.tell('file', 'A file could not be sent to Telegram; the person was told', {
        said: fault.message,
      });
      return false;
    }
  };
  return {
    send: async (target, files) => {
      const where = chatFor(target);
      if (where === undefined) return true;
      // The server would show the file to everybody if it did not know such messages.
      if (where.where === 'ephemeral' && !ephemeral.isProven()) return false;
      let areAllSent = true;
      for (const file of files) {
        const key = keyOf(where, file);
        if (sent.has(key)) continue;
        if (!(await sendSafely(where, file))) areAllSent = false;
        sent.set(key, true);
      }
      return areAllSent;
    },
  };
}

function keyOf(target: ChatTarget | EphemeralTarget, { name, data }: ReplyFile): string {
  const content = createHash('sha256').update(data).digest('base64');
  const { chat, message } = target;
  const to = target.where === 'ephemeral' ? target.user : target.replyTo;
  return JSON.stringify([chat, message, to, name, content]);
}

function isPhoto({ contentType, data }: ReplyFile): boolean {
  return PHOTO_TYPES.has(contentType) && data.byteLength <= MAX_PHOTO_BYTES;
}

/** A file replies to the message of the reply, or to what that replies to; an inline message cannot have one. */
function chatFor(target: Target): ChatTarget | EphemeralTarget | undefined {
  if (target.where === 'ephemeral') return target;
  if (target.where !== 'chat') return undefined;
  return target.message === undefined ? target : { ...target, replyTo: target.message };
}
