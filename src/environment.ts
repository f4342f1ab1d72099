import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/**
 * The variables of the process, over those of the `.env` file in the working directory, where there is one.
 * @throws what the file system says, when there is one that cannot be read
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
