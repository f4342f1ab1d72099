import { clearLine, cursorTo } from 'node:readline';
import type { Writable } from 'node:stream';
import { codeOf } from '../../core/errors.ts';
import type { ShownReply } from '../../core/reply.ts';
import type { Say } from '../../format/words/say.ts';
import { saveFile } from './files.ts';
import { type Look, renderJson, renderProgress, renderReply } from './render.ts';

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
  let begun = false;
  let progressShown = false;
  const clearProgress = (): void => {
    if (!progressShown) return;
    cursorTo(output, 0);
    clearLine(output, 0);
    progressShown = false;
  };
  return {
    print: (text) => {
      clearProgress();
      const gap = spaced && begun ? '\n' : '';
      begun = true;
      return write(output, `${gap}${text}\n`);
    },
    progress: (line) => {
      clearProgress();
      if (!live || line === undefined) return;
      output.write(line);
      progressShown = true;
    },
  };
}

/** Resolves once the text is written, so that a reply is not completed before it can be read. */
export function write(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // A stream that ended with an error only reports that it has ended; `errored` has the cause.
    output.write(text, (error) => (error ? reject(output.errored ?? error) : resolve()));
  });
}

/**
 * Whether the reader has closed the pipe (`… | head -1`) and wants nothing more. False for other errors, such as a full
 * disk.
 */
export function hasReaderLeft(error: unknown): boolean {
  return codeOf(error) === 'EPIPE';
}

/** Shows replies in one output format. */
export interface ReplyPrinter {
  /** Shows a complete reply below everything else; rejects if it could not be written. */
  print(reply: ShownReply, heading?: string): Promise<void>;
  /** Shows the progress of a reply in place of earlier progress; undefined removes it. */
  progress(reply: ShownReply | undefined): void;
}

/** What {@link createTextPrinter} works with. */
export interface TextPrinterNeeds {
  readonly screen: Screen;
  /** The current width and colours. */
  readonly look: () => Look;
  /** Whether the person can press buttons by number. */
  readonly buttons: boolean;
  /** The folder for files of replies. */
  readonly filesDirectory: string;
  readonly say: Say;
}

/** Replies as text for people. */
export function createTextPrinter(needs: TextPrinterNeeds): ReplyPrinter {
  const { screen, look, buttons, filesDirectory, say } = needs;
  return {
    print: async (reply, heading) => {
      const files: string[] = [];
      for (const file of reply.files) {
        const saved = saveFile(file, filesDirectory).then((path) => `→ ${path}`);
        files.push(await saved.catch(() => say('console.fileNotSaved', { name: file.name })));
      }
      const around = { buttons, files, ...(heading !== undefined && { heading }) };
      await screen.print(renderReply(reply, look(), around));
    },
    progress: (reply) => screen.progress(reply && renderProgress(reply, look())),
  };
}

/** Replies as JSON for scripts: last states only. */
export function createJsonPrinter(screen: Screen): ReplyPrinter {
  return {
    print: (reply) => screen.print(renderJson(reply)),
    progress: () => undefined,
  };
}
