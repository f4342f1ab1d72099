import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates an empty directory, which is removed after the test. */
export async function emptyDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'imei-bot-test-'));
  // A database that is just closed may still remove its files.
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

/** The URL of a store in a file that is removed after the test. */
export async function newStoreUrl(): Promise<string> {
  return `sqlite://${join(await emptyDirectory(), 'bot.sqlite')}`;
}
