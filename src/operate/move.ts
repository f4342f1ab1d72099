import { EXIT } from '../ops/lifecycle.ts';
import { copyRows, countMissing, isEmpty } from '../store/copy.ts';
import { StoreInUse, StoreUnusable } from '../store/errors.ts';
import { type OpenStore, openStore } from '../store/open.ts';
import { putInPlace } from './file-place.ts';
import { type End, endAt, openSource, secretOf } from './move-ends.ts';
import { counted, secretFileOf } from './store-place.ts';
import { Refusal, readWords, type Tool, type ToolContext } from './tool.ts';

/** Takes all that one store holds into another one, of whatever kind. */
export const move: Tool = {
  usage: `move --from URL --to URL [--replace]
    Takes all that one store holds into another one, from SQLite to Redis or back, while no bot runs on either. The URLs are
    written as STORE_URL is, which stands for the one that is left out. A store that is there already is refused; with
    --replace a file is kept under another name, and a Redis is emptied of what imei-bot keeps there.`,
  run: async (words, context) => {
    const { flags, options, rest } = readWords(words, { flags: ['replace'], options: ['from', 'to'] });
    if (rest.length > 0 || options.size === 0)
      throw new Refusal('Say from where and where to: move --from URL --to URL');
    const from = await endAt(options.get('from'), context);
    const to = await endAt(options.get('to'), context);
    if (from.url === to.url) throw new Refusal('Both are the same store.');
    const secret = await secretOf(from, context);
    const source = await openSource(from, secret.text, context.clock);
    try {
      const task = { source, from, to, secret, replace: flags.has('replace'), clock: context.clock };
      const moved = to.place === undefined ? await intoShared(task) : await intoFile(task, to.place);
      // Whoever goes back to it knows nothing of what is sent from now on.
      await source.markFile?.remove();
      await source.upkeep?.forgetPermits();
      report(task, moved, context);
      return EXIT.well;
    } finally {
      await source.close();
    }
  },
};

interface Task {
  readonly source: OpenStore;
  readonly from: End;
  readonly to: End;
  readonly secret: Awaited<ReturnType<typeof secretOf>>;
  readonly replace: boolean;
  readonly clock: ToolContext['clock'];
}

interface Moved {
  readonly rows: number;
  readonly answers: number;
  readonly aside?: string | undefined;
}

async function intoFile(
  { source, secret, replace, clock }: Task,
  place: NonNullable<End['place']>,
): Promise<Moved> {
  const { made, aside } = await putInPlace({ ...place, replace }, clock, async (draft) => {
    const target = await openStore(place.files.urlOf(draft), secret.text, clock);
    try {
      const copied = await copyAll({ source, target, clock });
      return { ...copied, ...(secret.file !== undefined && { secret: secret.text }) };
    } finally {
      await target.close();
    }
  });
  return { ...made, aside };
}

async function intoShared({ source, to, secret, replace, clock }: Task): Promise<Moved> {
  if (replace) await empty(to, secret.text, clock);
  const target = await openStore(to.url, secret.text, clock);
  try {
    await needsNobody(target, to);
    if (!(await isEmpty(target)))
      throw new Refusal(
        `${to.name} holds a store already. Name another database (redis://host:6379/1), or empty it with --replace.`,
      );
    const openToOthers = await target.upkeep?.closeToOthers();
    const copied = await copyAll({ source, target, clock });
    await target.upkeep?.forgetPermits();
    await openToOthers?.();
    return copied;
  } finally {
    await target.close();
  }
}

/** Removes what a shared database holds of this program, also where a move broke off that keeps others from opening it. */
async function empty(to: End, secret: string, clock: Task['clock']): Promise<void> {
  if (!to.driver.isShared) return;
  const opened = await openStore(to.url, secret, clock).catch((error: unknown) => {
    if (error instanceof StoreUnusable) return undefined;
    throw error;
  });
  if (opened !== undefined) await needsNobody(opened, to).finally(opened.close);
  await to.driver.clear(to.url, clock);
}

async function needsNobody({ upkeep }: OpenStore, { name }: End): Promise<void> {
  const working = await upkeep?.working().catch((error: unknown) => {
    throw new Refusal(`${name} does not answer (${String(error)}).`, EXIT.broken);
  });
  if (working !== undefined && working > 0) throw new StoreInUse(name);
}

async function copyAll({
  source,
  target,
  clock,
}: Pick<Task, 'source' | 'clock'> & { readonly target: OpenStore }): Promise<Moved> {
  const copied = await copyRows(source, target, clock);
  const missing = await countMissing(source, target, clock);
  if (missing > 0)
    throw new Refusal(`${counted(missing, 'row')} did not arrive. The store is where it was.`, EXIT.broken);
  return copied;
}

function report({ from, to, secret }: Task, { rows, answers, aside }: Moved, { say }: ToolContext): void {
  say(
    `${to.name} holds all that ${from.name} does: ${counted(answers, 'saved answer')}, ${counted(rows, 'row')}.`,
  );
  if (aside !== undefined) say(`What was there before is ${aside}.`);
  say(`Set STORE_URL to ${to.name} now. ${from.name} stays as it is; let no bot run on it any more.`);
  if (secret.file !== undefined)
    say(
      to.place === undefined
        ? `Set CACHE_SECRET to what ${secret.file} holds: echo "CACHE_SECRET=$(cat ${secret.file})" >> .env`
        : `Its secret is in ${secretFileOf(to.place.path)}.`,
    );
  say('The next start lets one window of the limit pass before its first check.');
}
