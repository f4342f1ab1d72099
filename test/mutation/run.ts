import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '../support/store/redis.ts';
import { EQUIVALENTS } from './equivalents.ts';
import { instrument } from './instrument.ts';
import { sectionOf, withSection } from './page.ts';
import { belongsTo, ROOMS, type Room } from './rooms.ts';
import { LEAST_PERCENT, outcomesOf, scoreOf } from './score.ts';
import { tryMutants } from './try-mutants.ts';

const PAGE = join('test', 'MUTATION.md');

/** Tries only what survived the last time, as long as the code of the room is the same. */
const SURVIVORS = '--survivors';

/**
 * Mutates one room after the other, or those that are named, and writes each room's score into `test/MUTATION.md` as soon
 * as it is known; what the page says of other rooms stays.
 * @returns the exit code: 0 where every room reaches the least share of killed mutants
 */
export async function runMutationTests(given: readonly string[], root: string): Promise<number> {
  const names = given.filter((name) => name !== SURVIVORS);
  const isAgain = given.includes(SURVIVORS);
  const known = ROOMS.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`No such room: ${unknown.join(', ')}. There are ${known.join(', ')}.\n`);
    return 2;
  }
  let isStrong = true;
  for (const room of ROOMS.filter(({ name }) => names.length === 0 || names.includes(name)))
    isStrong = (await mutateRoom(room, { root, isAgain })) && isStrong;
  return isStrong ? 0 : 1;
}

async function mutateRoom(
  room: Room,
  { root, isAgain }: { readonly root: string; readonly isAgain: boolean },
): Promise<boolean> {
  const reports = join(root, 'reports', 'mutation');
  await mkdir(reports, { recursive: true });
  const fileOf = (kind: string): string => join(reports, `${room.name.replace('/', '-')}.${kind}`);
  const startedAt = performance.now();
  const { mutants, sources, instrumented } = await instrument(root, await filesOf(room, root));
  const planPath = fileOf('plan.json');
  const plan = JSON.stringify(instrumented);
  const isSame = isAgain && (await readFile(planPath, 'utf8').catch(() => '')) === plan;
  await writeFile(planPath, plan);
  const redis = room.needsRedis && (await startRedis());
  const progress = await tryMutants({
    ...{ root, room, planPath, progressPath: fileOf('progress.jsonl'), isAgain: isSame },
    redisUrl: redis?.url,
  }).finally(() => redis?.destroy());
  for (const name of progress.spoiled)
    process.stderr.write(`Judges nothing, since it fails after mutants: ${name}\n`);
  const score = scoreOf(outcomesOf(mutants, sources, progress), EQUIVALENTS);
  const section = sectionOf(room.name, score, {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`,
    node: process.versions.node,
    tookMs: performance.now() - startedAt,
  });
  const page = join(root, PAGE);
  await writeFile(page, withSection(await readFile(page, 'utf8'), room.name, section));
  process.stdout.write(`${room.name}: ${score.percent.toFixed(1)} % of covered mutants killed\n`);
  return score.percent >= LEAST_PERCENT;
}

async function filesOf(room: Room, root: string): Promise<string[]> {
  const names = await readdir(join(root, room.folder), { recursive: true });
  return names
    .map((name) => `${room.folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => belongsTo(room, file))
    .sort();
}
