import { join } from 'node:path';
import { SANDBOX_KEY } from '../../src/sandbox/answers/keys.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { makeKnownAt } from '../support/checks/known-store.ts';
import { ANSWER } from './crowds.ts';
import { type Program, startProgram } from './processes.ts';

export type ContenderName = 'this bot' | 'bare' | 'bare, at once';

/** The bots that are measured, each to be started as often as one likes, one at a time. */
export interface Contenders {
  /** @param platforms what the bot has to be told of the platforms it serves */
  start(name: ContenderName, platforms: Readonly<Record<string, string>>): Promise<Program>;
  close(): Promise<void>;
}

/**
 * This bot is the program as it is run, with its journal on SQLite and a service outside; the bare ones are those of
 * `bare-bot.ts`, with the same libraries.
 */
export async function createContenders(built: string, directory: string): Promise<Contenders> {
  const service = await startSandbox({ limits: 'none' });
  const ours = { LOOKUP_BASE_URL: service.url, LOOKUP_API_KEY: SANDBOX_KEY };
  let started = 0;
  return {
    start: async (name, platforms) => {
      started += 1;
      const at = { built, directory };
      if (name === 'this bot') {
        const STORE_URL = `sqlite://${join(directory, `${started}.sqlite`)}`;
        // On one that does not tell what was sent before, it would let a window pass first.
        await makeKnownAt(STORE_URL);
        return startProgram({
          ...at,
          file: 'src/main.js',
          environment: { ...platforms, ...ours, STORE_URL },
        });
      }
      const MANNER = name === 'bare' ? 'usual' : 'at-once';
      return startProgram({
        ...at,
        file: 'test/bench/bare-bot.js',
        environment: { ...platforms, ANSWER, MANNER },
      });
    },
    close: () => service.close(),
  };
}
