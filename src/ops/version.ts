import { readFileSync } from 'node:fs';
import { z } from 'zod';

const NAME = 'imei-bot';
const manifest = z.object({ name: z.string(), version: z.string() });

/**
 * The version of the program, from the nearest `package.json` of its name above this file, which stands at another depth in
 * a build than among the sources. `unknown` without one.
 */
export function readVersion(from: string = import.meta.url): string {
  const here = new URL('package.json', from);
  const parsed = manifest.safeParse(read(here));
  if (parsed.success && parsed.data.name === NAME) return parsed.data.version;
  const above = new URL('../', new URL('./', from));
  return above.href === new URL('./', from).href ? 'unknown' : readVersion(above.href);
}

function read(file: URL): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
