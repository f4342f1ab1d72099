import { isAbsolute } from 'node:path';
import type { Api } from 'grammy';
import { type FileLimits, FileUnreadable, refuseTooLarge } from '../../core/adapter/file-access.ts';
import type { FileReference } from '../../core/command/command-options.ts';
import { untilAborted } from '../../core/promises.ts';
import { download } from '../download.ts';
import { readLocalFile } from '../local-file.ts';
import type { TelegramOptions } from './api/bot.ts';
import { toTelegramFailure } from './api/failure.ts';

const UNREADABLE =
  'The Bot API server of TELEGRAM_API_URL runs with --local, but this bot cannot read its files. Let the user of the bot read its folder, or run it without --local';
const NOT_SHARED =
  'The Bot API server of TELEGRAM_API_URL runs with --local, but its files are not on this machine. Mount its folder at the same path, or run it without --local';

/** Reads files that people sent, by their ids. No error has the URL, which contains the token. */
export class ReceivedFiles {
  readonly #api: Pick<Api, 'getFile'>;
  readonly #options: Pick<TelegramOptions, 'token' | 'apiUrl' | 'proxy' | 'log'>;

  constructor(api: Pick<Api, 'getFile'>, options: TelegramOptions) {
    this.#api = api;
    this.#options = options;
  }

  /** @throws FileUnreadable, or the reason of the signal */
  async read(file: FileReference, limits: FileLimits): Promise<Uint8Array> {
    const { signal } = limits;
    refuseTooLarge(file, limits);
    // The signal only ends the waiting: the call has a time limit of its own.
    const description = this.#api.getFile(file.location).catch(throwUnreadable);
    const { file_path: path = '' } = await untilAborted(description, signal);
    // A server with `--local` returns the path of its own copy, and serves no files.
    return isAbsolute(path) ? this.#readShared(path, limits) : this.#download(path, limits);
  }

  #download(path: string, limits: FileLimits): Promise<Uint8Array> {
    const { token, apiUrl, proxy } = this.#options;
    return download(new URL(`${apiUrl}/file/bot${token}/${path}`), { limits, proxy });
  }

  async #readShared(path: string, limits: FileLimits): Promise<Uint8Array> {
    try {
      return await readLocalFile(path, limits);
    } catch (error) {
      if (!(error instanceof FileUnreadable) || error.why === 'too-large') throw error;
      this.#options.log.error({ err: error }, error.why === 'gone' ? NOT_SHARED : UNREADABLE);
      // Also if it is gone: an operator may still share it.
      throw new FileUnreadable('failed', error.message);
    }
  }
}

function throwUnreadable(error: unknown): never {
  const { code, message } = toTelegramFailure(error);
  if (code === 'too-large') throw new FileUnreadable('too-large', message);
  // Telegram rejects an id that it does not know.
  throw new FileUnreadable(code === 'rejected' ? 'gone' : 'failed', message);
}
