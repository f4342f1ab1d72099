import type { ShownReply } from '../../../core/reply.ts';
import type { ConsoleWords } from '../words.ts';
import { saveFiles } from './files.ts';
import { type Look, renderJson, renderProgress, renderReply } from './render.ts';
import type { Screen } from './screen.ts';

/** Where replies are shown, in the form they have there. */
export interface Surface {
  /** Shows a whole reply below all that stands there; rejects when it could not be written. */
  print(reply: ShownReply, heading?: string): Promise<void>;
  /** Shows how far a reply is, in place of what was shown so before; nothing takes it away. */
  progress(reply: ShownReply | undefined): void;
}

export interface TextSurfaceNeeds {
  readonly screen: Screen;
  readonly look: () => Look;
  /** Whether the person can press buttons by their number. */
  readonly buttons: boolean;
  /** Where the files of replies are written. */
  readonly filesDirectory: string;
  readonly words: ConsoleWords;
}

/** Replies as people read them. */
export function createTextSurface(needs: TextSurfaceNeeds): Surface {
  const { screen, look, buttons, filesDirectory, words } = needs;
  return {
    print: async (reply, heading) => {
      const saved = await saveFiles(reply.files, filesDirectory);
      const files = saved.map(({ name, path }) =>
        path === undefined ? words.fileNotSaved(name) : `→ ${path}`,
      );
      const around = { buttons, files, ...(heading !== undefined && { heading }) };
      await screen.print(renderReply(reply, look(), around));
    },
    progress: (reply) => screen.progress(reply && renderProgress(reply, look())),
  };
}

/** Replies as scripts read them: last states only, nothing around them. */
export function createJsonSurface(screen: Screen): Surface {
  return {
    print: (reply) => screen.print(renderJson(reply)),
    progress: () => undefined,
  };
}
