import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What was typed in earlier chats, the newest first; nothing where there is no such file yet. */
export async function loadHistory(file: string | undefined): Promise<readonly string[]> {
  if (file === undefined) return [];
  try {
    const text = await readFile(file, 'utf8');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .reverse();
  } catch {
    // A comfort: a chat without its history is as good.
    return [];
  }
}

/** Keeps the lines (the newest first) for the next chat, readable by their owner only. */
export async function saveHistory(file: string | undefined, lines: readonly string[]): Promise<void> {
  if (file === undefined) return;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(
      file,
      lines
        .toReversed()
        .map((line) => `${line}\n`)
        .join(''),
      { mode: 0o600 },
    );
  } catch {
    // As above; a read-only folder must not spoil the end of a chat.
  }
}
