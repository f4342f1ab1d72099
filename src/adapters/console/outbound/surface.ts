import type { ShownReply } from '../../../core/reply.ts';
import type { Say } from '../../../format/words/say.ts';
import { saveFiles } from './files.ts';
import { type Look, renderJson, renderProgress, renderReply } from './render.ts';
import type { Screen } from './screen.ts';

/** Shows replies in one output format. */
export interface Surface {
  /** Shows a complete reply below everything else; rejects if it could not be written. */
  print(reply: ShownReply, heading?: string): Promise<void>;
  /** Shows the progress of a reply in place of earlier progress; undefined removes it. */
  progress(reply: ShownReply | undefined): void;
}

/** What {@link createTextSurface} works with. */
export interface TextSurfaceNeeds {
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
export function createTextSurface(needs: TextSurfaceNeeds): Surface {
  const { screen, look, buttons, filesDirectory, say } = needs;
  return {
    print: async (reply, heading) => {
      const saved = await saveFiles(reply.files, filesDirectory);
      const files = saved.map(({ name, path }) =>
        path === undefined ? say('console.fileNotSaved', { name }) : `→ ${path}`,
      );
      const around = { buttons, files, ...(heading !== undefined && { heading }) };
      await screen.print(renderReply(reply, look(), around));
    },
    progress: (reply) => screen.progress(reply && renderProgress(reply, look())),
  };
}

/** Replies as JSON for scripts: last states only. */
export function createJsonSurface(screen: Screen): Surface {
  return {
    print: (reply) => screen.print(renderJson(reply)),
    progress: () => undefined,
  };
}
