import type { ReplyWithButtons } from '../../core/reply/reply.ts';
import type { Say } from '../../format/texts/say.ts';
import { type Page, renderJson, renderProgress, renderReply } from './render.ts';
import { saveFiles } from './save-file.ts';

export interface PrintOptions {
  /** A line above the reply, which says why it comes now. */
  readonly preface?: string | undefined;
  /** The folder for the files of the reply; a temporary one if undefined. */
  readonly folder?: string | undefined;
}

/** A form of replies: text for people, or JSON for scripts. */
export interface ReplyFormat {
  /** The text between two blocks on a pipe. */
  readonly gap: string;
  /** A complete reply as a block of lines, without a final line end. Writes its files. */
  block(reply: ReplyWithButtons, options: PrintOptions): Promise<string>;
  /** The progress of a reply on one line; undefined if the format has none. */
  progress(reply: ReplyWithButtons): string | undefined;
}

/**
 * The records of a reply, one JSON object a line; without any, one object with its text. Files are
 * left out, since the records have the results.
 */
export const JSON_FORMAT: ReplyFormat = {
  gap: '',
  block: async (reply) => renderJson(reply),
  progress: () => undefined,
};

interface TextOptions {
  readonly say: Say;
  /** The page as it is now: people change the width of a terminal. */
  readonly page: () => Page;
  /** Whether buttons can be pressed by number, as in a chat. */
  readonly canPress: boolean;
}

export function textFormat({ say, page, canPress }: TextOptions): ReplyFormat {
  return {
    gap: '\n',
    block: async (reply, { preface, folder }) => {
      const files = await saveFiles(reply.files, folder, say);
      return renderReply(reply, page(), { preface, files, canPress });
    },
    progress: (reply) => renderProgress(reply, page()),
  };
}
