import { readFile, realpath } from 'node:fs/promises';
import { parseSettingsText } from '../../config/settings-text.ts';
import { errorCode, ignoreMissing } from '../../core/errors.ts';
import { writeDurably } from '../../store/disk.ts';
import { Refusal } from '../tool.ts';

/**
 * Values without quotes, if possible: `docker run --env-file` reads quotes as a part of the value.
 */
const PLAIN = /^[^\s#'"`$\\]*$/;

/**
 * Writes variables into a settings file that only its owner can read: each into its line, or at the
 * end. The file is replaced completely, or not changed. Rejects with a Refusal.
 * @param template the start of a new file
 */
export async function writeEnvFile(
  file: string,
  values: ReadonlyMap<string, string>,
  template: string,
) {
  // A file that does not exist yet has its own place.
  const place = await realpath(file).catch(() => file);
  const text = withValues((await readEnvFile(place)) ?? template, values);
  await writeDurably(place, text).catch((error: unknown) => {
    const why = errorCode(error) ?? String(error);
    throw new Refusal(
      `${file} cannot be written (${why}). Run this in a directory that you can write to.`,
    );
  });
}

/** The text of a file; undefined if it does not exist. */
export async function readEnvFile(file: string): Promise<string | undefined> {
  return ignoreMissing(readFile(file, 'utf8'));
}

/** @throws Refusal for a value that does not fit on one line */
export function withValues(before: string, values: ReadonlyMap<string, string>): string {
  let text = before === '' || before.endsWith('\n') ? before : `${before}\n`;
  for (const [name, value] of values) {
    const line = `${name}=${PLAIN.test(value) ? value : `'${value}'`}`;
    const assignment = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*$`, 'm');
    text = assignment.test(text) ? text.replace(assignment, () => line) : `${text}${line}\n`;
    if ((parseSettingsText(text).values[name] ?? '') !== value)
      throw new Refusal(`${name} could not be written into the file. Write it there yourself.`);
  }
  return text;
}
