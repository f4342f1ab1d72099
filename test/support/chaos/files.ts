import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogueOf } from '../../../src/format/words/catalogue.ts';
import { sayIn } from '../../../src/format/words/say.ts';
import { hostileTables } from '../files/hostile-files.ts';
import { emptyGif, emptyJpeg, emptyPng } from '../files/hostile-pictures.ts';

const en = sayIn('en');

/** Of what froze the bot once: enough to freeze it for seconds if it did so again, and quickly refused where it does not. */
const SCALE = 0.2;

/** A file on this machine, as it is named in a request. */
export interface SentFile {
  readonly name: string;
  readonly location: string;
}

/** Writes the files that hostile people send in a chaos run, and says where they are. */
export async function writeHostileFiles(directory: string): Promise<readonly SentFile[]> {
  await mkdir(directory, { recursive: true });
  const pictures: readonly (readonly [string, () => Uint8Array])[] = [
    ['f.png', () => emptyPng(4_096, 3_072)],
    ['g.jpg', () => emptyJpeg(4_000, 3_000, 2_000_000)],
    ['h.jpg', () => emptyJpeg(8_000, 6_200)],
    ['i.gif', () => emptyGif(7_000, 7_000)],
    ['j.png', () => emptyPng(60_000, 60_000)],
  ];
  const tables = hostileTables(SCALE).map(({ name, content }) => [name, content] as const);
  return Promise.all(
    [...tables, ...pictures].map(async ([name, content]) => {
      const location = join(directory, name);
      await writeFile(location, content());
      return { name, location };
    }),
  );
}

/**
 * What such a file may be answered with: each says what is wrong with it, and costs nothing. One that was being read at six kills
 * is taken for their cause, since no life here lasts for three seconds.
 */
export const HOSTILE_FILE_ANSWERS: readonly string[] = Object.keys(catalogueOf('en'))
  .filter((key) =>
    /^(?:files\.unreadable\.[\w-]+|photos\.problems\.[\w-]+|hint|problems\.check-digit|refusals\.poisoned)\.title$/.test(
      key,
    ),
  )
  .map((key) => en.find(key) ?? '');
