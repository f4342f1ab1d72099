import { basename, join } from 'node:path';
import { SANDBOX_KEY } from '../src/sandbox/answers/keys.ts';
import { startSandbox } from '../src/sandbox/server.ts';
import { makeKnownAt } from '../test/support/checks/known-store.ts';
import { ANSWER } from './crowds.ts';
import { type Program, startProgram } from './processes.ts';

export type ContenderName = 'this bot' | 'bare' | 'bare, at once' | 'bare with a store';

const BARE = 'bench/bare-bot.js';

/** The bots that are measured, each to be started as often as one likes, one at a time. */
export interface Contenders {
  /** @param platforms what the bot has to be told of the platforms it serves */
  start(name: ContenderName, platforms: Readonly<Record<string, string>>): Promise<Program>;
  close(): Promise<void>;
}

export interface ContenderNeeds {
  /** The directory of the build, and one for files. */
  readonly built: string;
  readonly directory: string;
  /** What of the build is this bot. */
  readonly program: string;
}

/** The program but for the clock of its platforms: by Telegram's own second, Telegram's limit would be measured. */
export const QUICK_BOT = 'bench/quick-bot.js';

/** As the image, the unit and `npm start` run it: see docs/decisions/heap.md. */
const NODE_OPTIONS = '--max-semi-space-size=4 --max-old-space-size=768';

/**
 * This bot has its journal on SQLite and a service outside; the bare ones are those of `bare-bot.ts`, with the same libraries. Each keeps what it has compiled for its next start, where Node.js can.
 */
export async function createContenders({ built, directory, program }: ContenderNeeds): Promise<Contenders> {
  const service = await startSandbox({ limits: 'none' });
  const ours = { LOOKUP_BASE_URL: service.url, LOOKUP_API_KEY: SANDBOX_KEY };
  let started = 0;
  return {
    start: async (name, platforms) => {
      started += 1;
      const at = { built, directory };
      const file = name === 'this bot' ? program : BARE;
      const NODE_COMPILE_CACHE = join(directory, 'compiled', basename(file));
      if (name === 'this bot') {
        const STORE_URL = `sqlite://${join(directory, `${started}.sqlite`)}`;
        // On one that does not tell what was sent before, it would let a window pass first.
        await makeKnownAt(STORE_URL);
        return startProgram({
          ...{ ...at, file },
          environment: { ...platforms, ...ours, STORE_URL, NODE_COMPILE_CACHE, NODE_OPTIONS },
        });
      }
      const MANNER = name === 'bare, at once' ? 'at-once' : 'usual';
      return startProgram({
        ...{ ...at, file },
        environment: {
          ...{ ...platforms, ANSWER, MANNER, NODE_COMPILE_CACHE },
          ...(name === 'bare with a store' && { KEPT_IN: join(directory, `${started}.sqlite`) }),
        },
      });
    },
    close: () => service.close(),
  };
}
