import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** There is a file of settings that cannot be read; the message says what to do. */
export class EnvironmentUnreadable extends Error {
  override readonly name = 'EnvironmentUnreadable';
}

/**
 * The variables of the process, over those of the `.env` file in the working directory, where there is one.
 * @throws EnvironmentUnreadable when there is one that cannot be read
 */
export function readEnvironment(
  file: string,
  variables: NodeJS.ProcessEnv,
): Readonly<Record<string, string | undefined>> {
  return { ...parseEnv(readFile(file)), ...variables };
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT') return '';
    throw new EnvironmentUnreadable(sentenceOf(file, code), { cause: error });
  }
}

function sentenceOf(file: string, code: string): string {
  switch (code) {
    case 'EISDIR':
      return `${file} is a directory; it should be a file with lines such as LOOKUP_API_KEY=… (see .env.example). Docker makes a directory where a file that it should mount is not there.`;
    case 'EACCES':
    case 'EPERM':
      return `${file} may not be read by this program (${code}). Make its user the owner of the file, or set the variables in its environment and remove the file.`;
    default:
      return `${file} cannot be read (${code}). Mend the file, or remove it and set the variables in the environment.`;
  }
}
