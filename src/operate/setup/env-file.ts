import { realpath } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { readSettingsText } from '../../config/setting-sources.ts';
import { parseSettingsText } from '../../config/settings-text.ts';
import { errorCode } from '../../core/error-code.ts';
import { OperatorError } from '../../core/operator/operator-error.ts';
import { writeDurably } from '../../store/durable-files.ts';

/**
 * Values without quotes, if possible: `docker run --env-file` reads quotes as a part of the value.
 */
const PLAIN = /^[^\s#'"`$\\]*$/;

export interface NewSettings {
  readonly values: ReadonlyMap<string, string>;
  /** The start of a new file. */
  readonly template: string;
  /** The names of all settings, by which the bot reads the file. */
  readonly names: readonly string[];
}

/**
 * Writes variables into a settings file that other users cannot read: each into its line, or at the
 * end. The file is replaced completely, or not changed.
 * @throws OperatorError
 */
export async function writeEnvFile(file: string, { values, template, names }: NewSettings) {
  // A link is followed. A file that does not exist yet is not a link.
  const place = await realpath(file).catch(() => file);
  const text = withValues(readSettingsText(place) ?? template, values, names);
  await writeDurably(place, text).catch((error: unknown) => {
    const why = errorCode(error) ?? String(error);
    throw new OperatorError(
      `${file} cannot be written (${why}). Run this in a directory that you can write to.`,
    );
  });
}

/**
 * The text with these values, each read back as the bot will read it.
 * @param names of all settings
 * @throws OperatorError for a value that the bot would not read from the text
 */
export function withValues(
  before: string,
  values: ReadonlyMap<string, string>,
  names: readonly string[],
): string {
  let text = before === '' || before.endsWith('\n') ? before : `${before}\n`;
  let read = parseSettingsText(text, names);
  for (const [name, value] of values) {
    const wanted = { ...read.values, [name]: value };
    const place = read.places.get(name);
    const line = `${name}=${PLAIN.test(value) ? value : `'${value}'`}`;
    text =
      place === undefined
        ? `${text}${line}\n`
        : `${text.slice(0, place.start)}${line}${text.slice(place.end)}`;
    read = parseSettingsText(text, names);
    if (read.problems.length > 0 || !isDeepStrictEqual(read.values, wanted)) {
      const problem = `${name} could not be written into the file. Write it there yourself.`;
      throw new OperatorError([problem, ...read.problems].join('\n'));
    }
  }
  return text;
}
