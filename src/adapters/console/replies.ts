import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { clearLine, cursorTo } from 'node:readline';
import type { Writable } from 'node:stream';
import type { Input, Receive, ReplyTarget, Show } from '../../core/adapter.ts';
import { codeOf } from '../../core/errors.ts';
import type { Button, ReplyFile, ShownReply } from '../../core/reply.ts';
import type { Say } from '../../format/words/say.ts';
import { LOCAL_USER, PLATFORM } from './line.ts';
import {
  buttonsHere,
  cancelButton,
  type Look,
  renderJson,
  renderProgress,
  renderReply,
} from './render.ts';

/** Where text is shown. */
export interface Screen {
  /** Shows a block of lines below everything else; rejects if it could not be written. */
  print(text: string): Promise<void>;
  /** Shows progress on one line that the next call replaces; undefined removes it. */
  progress(line: string | undefined): void;
}

/** A screen without a prompt: a pipe, a file, or a terminal for a single line. */
export function createScreen(
  output: Writable,
  { live, spaced }: { readonly live: boolean; readonly spaced: boolean },
): Screen {
  let gap = '';
  const clear = (): void => {
    if (!live) return;
    cursorTo(output, 0);
    clearLine(output, 0);
  };
  return {
    print: (text) => {
      clear();
      const written = write(output, `${gap}${text}\n`);
      gap = spaced ? '\n' : '';
      return written;
    },
    progress: (line = '') => {
      clear();
      if (live) output.write(line);
    },
  };
}

/** How replies are shown on a screen. */
interface ReplyOptions {
  /** One JSON object per IMEI, for scripts, instead of text. */
  readonly json: boolean;
  /** In a chat, people can press buttons by number. */
  readonly isChat: boolean;
  /** The current width and colours. */
  readonly look: () => Look;
  readonly say: Say;
}

interface Opening {
  readonly target: ReplyTarget;
  /** The last state is printed once this resolves. */
  readonly turn?: Promise<unknown>;
  readonly heading?: string;
  /** Called when the last state was shown, or with the error if it could not be. */
  readonly onEnd?: (reply: ShownReply, error?: unknown) => void;
}

/** How a complete reply is printed. */
interface Printing {
  readonly heading?: string | undefined;
  /** Where its files are written; a temporary folder if undefined. */
  readonly folder?: string | undefined;
}

export type Replies = ReturnType<typeof createReplies>;

/**
 * The replies on one screen: several may be in progress, each is printed once, when it is complete.
 */
export function createReplies(screen: Screen, { json, isChat, look, say }: ReplyOptions) {
  const running = new Map<symbol, ShownReply>();
  const cancelled = new Set<string>();
  let buttons: readonly Button[] = [];
  /** Where the files of those buttons' answers go. */
  let folderOfButtons: string | undefined;

  const showProgress = (): void => {
    const newest = [...running.values()].at(-1);
    if (!json) screen.progress(newest && renderProgress(newest, look()));
  };
  /** Shows a complete reply below everything else; rejects if it could not be written. */
  const print = async (reply: ShownReply, { heading, folder }: Printing = {}): Promise<void> => {
    // Those of an earlier reply are still on the screen.
    if (buttonsHere(reply).length > 0) {
      buttons = buttonsHere(reply);
      folderOfButtons = folder;
    }
    if (json) return screen.print(renderJson(reply));
    const files: string[] = [];
    for (const file of reply.files) {
      const saved = saveFile(file, folder).then((path) => `→ ${path}`);
      files.push(await saved.catch(() => say('console.fileNotSaved', { name: file.name })));
    }
    await screen.print(renderReply(reply, look(), { buttons: isChat, files, heading }));
  };
  return {
    /** Shows one reply: intermediate states as progress, the last one printed. */
    open: ({ target, turn, heading, onEnd }: Opening): Show => {
      const key = Symbol('reply');
      let ended = false;
      return async (reply, { last }) => {
        if (!last) {
          if (!ended) running.set(key, reply);
          showProgress();
          return target;
        }
        ended = true;
        await turn;
        running.delete(key);
        showProgress();
        const folder = typeof target.folder === 'string' ? target.folder : undefined;
        const printed = print(reply, { heading, folder });
        const error: unknown = await printed.catch((caught) => caught);
        onEnd?.(reply, error);
        // A closed pipe is not an error, and the reply is not shown again at the next start.
        if (error !== undefined && !isBrokenPipe(error)) throw error;
        return target;
      };
    },
    print,
    /** Where the files of an answer to this input go: beside the file that somebody asked about. */
    folderFor: (input: Input): string | undefined => {
      if (input.kind === 'press')
        return buttons.some(({ token }) => token === input.token) ? folderOfButtons : undefined;
      const { options } = input;
      const file = options.kind === 'text' ? options.file : undefined;
      return file && dirname(file.location);
    },
    /**
     * The token of a button of the last printed reply that had any, by its number from 1; undefined
     * if there is none.
     */
    button: (number: number): string | undefined => buttons[number - 1]?.token,
    /**
     * The token that stops the newest running reply, once for each reply; undefined if there is
     * none.
     */
    takeCancel: (): string | undefined => {
      const tokens = [...running.values()].map((reply) => cancelButton(reply)?.token);
      const token = tokens.findLast((one) => one !== undefined && !cancelled.has(one));
      if (token !== undefined) cancelled.add(token);
      return token;
    },
  };
}

/** Files with the same name that may lie in a folder. */
const MAX_COPIES = 100;

/**
 * Writes the file of a reply beside the file that it answers, or into a temporary folder of its
 * own, and never over another file. Resolves with its path.
 */
async function saveFile({ name, data }: ReplyFile, folder?: string): Promise<string> {
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/u, '');
  const safe = plain.slice(-100) || 'file';
  if (folder !== undefined) {
    const beside = await saveBeside(folder, safe, data).catch(() => undefined);
    if (beside !== undefined) return beside;
  }
  const path = join(await mkdtemp(join(tmpdir(), 'imei-bot-')), safe);
  await writeFile(path, data, { mode: 0o600 });
  return path;
}

/** Undefined if there are too many files with this name. @throws if the folder cannot be written */
async function saveBeside(
  folder: string,
  name: string,
  data: Uint8Array,
): Promise<string | undefined> {
  const { name: stem, ext } = parse(name);
  for (let copy = 1; copy <= MAX_COPIES; copy += 1) {
    const path = join(folder, copy === 1 ? name : `${stem}-${copy}${ext}`);
    try {
      await writeFile(path, data, { mode: 0o600, flag: 'wx' });
      return path;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
  return undefined;
}

/**
 * Answers one line once `turn` resolves. Resolves when the answer was shown or could not be, with
 * whether the line succeeded; one whose reader has closed the pipe (`… | head -1`) has not failed.
 * A press that stops another reply has no answer of its own and may never resolve.
 */
export type AnswerLine = (input: Input, turn?: Promise<unknown>) => Promise<boolean>;

/** Answers the lines of one session. */
export function createConversation(receive: Receive, replies: Replies, locale: string): AnswerLine {
  return (input, turn) => {
    const folder = replies.folderFor(input);
    const target = { kind: PLATFORM, ...(folder !== undefined && { folder }) };
    const id = `${PLATFORM}:line:${randomUUID()}`;
    const who = { requester: LOCAL_USER, scopes: [], locale, visibility: 'private' } as const;
    return new Promise((resolve, reject) => {
      const onEnd = (reply: ShownReply, error?: unknown): void =>
        resolve(error === undefined ? succeeded(reply) : isBrokenPipe(error));
      const show = replies.open({ target, onEnd, ...(turn && { turn }) });
      receive({ id, input, target, ...who }, show).catch(reject);
    });
  };
}

/** For scripts, which look at the exit code. A question about further numbers is not a failure. */
function succeeded({ tone, records = () => [] }: ShownReply): boolean {
  const failed = records().filter(({ ok }) => ok === false);
  if (tone === 'bad' || failed.some(({ result }) => result !== 'unsure')) return false;
  return failed.length < Math.max(1, records().length);
}

/** Resolves once the text is written, so that a reply is not completed before it can be read. */
export function write(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // A stream that ended with an error only reports that it has ended; `errored` has the cause.
    output.write(text, (error) => (error ? reject(output.errored ?? error) : resolve()));
  });
}

/**
 * Whether the reader has closed the pipe (`… | head -1`). False for other errors, such as a full
 * disk.
 */
function isBrokenPipe(error: unknown): boolean {
  return codeOf(error) === 'EPIPE';
}
