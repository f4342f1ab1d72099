import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Contents, copyOf, type Forgotten, forgottenBy, noContents } from './contents.ts';
import type { Doubt } from './doubt.ts';
import { type Backup, type ChaosStore, SWAPS, type Swap } from './store.ts';

/** So many backups are kept to choose from; the latest is of the kill before. */
const KEPT_BACKUPS = 5;

/** The swaps of a chaos run: which there were, what each store forgot, and what is in doubt in all of them together. */
export interface Swaps {
  readonly done: readonly Swap[];
  /** What the store knows that is in use now. To be told of everything that is seen. */
  readonly contents: Contents;
  /** To be called after each kill without a swap. */
  backUp(): Promise<void>;
  /** Swaps the store in one of the ways, and resolves with what it does not know any more. */
  swap(): Promise<{ readonly kind: Swap; readonly forgotten: Forgotten }>;
  /** @param counted what the last store counts as in doubt in the end */
  inDoubt(counted: number): number;
}

/** @param random from 0 to 1 */
export function createSwaps(store: ChaosStore, directory: string, random: () => number): Swaps {
  const done: Swap[] = [];
  const backups: (Backup & { readonly contents: Contents })[] = [];
  let contents = noContents();
  let taken = 0;
  /** Of the stores that were swapped away. */
  let inDoubtBefore = 0;
  /** What the present store counts that was counted in another one already. */
  let inherited = 0;

  /** Each way comes once before any comes again. */
  let due: Swap[] = [];
  const nextKind = (): Swap => {
    if (due.length === 0) due = [...SWAPS];
    const [kind = 'new-file'] = due.splice(Math.floor(random() * due.length), 1);
    return kind === 'backup' && backups.length === 0 ? 'new-file' : kind;
  };
  /** Swaps, and resolves with what is known then, and what is counted as in doubt there. */
  const apply = async (kind: Swap): Promise<readonly [Contents, number]> => {
    const backup = backups[Math.floor(random() * backups.length)];
    if (kind === 'backup' && backup !== undefined) {
      await store.restore(backup);
      return [copyOf(backup.contents), inAll(await store.doubt())];
    }
    await store.startAnew();
    return [noContents(), 0];
  };
  return {
    done,
    get contents() {
      return contents;
    },
    backUp: async () => {
      taken += 1;
      const backup = await store.backUp(join(directory, String(taken)));
      backups.push({ ...backup, contents: copyOf(contents) });
      const tooMany = backups.length > KEPT_BACKUPS ? backups.shift() : undefined;
      if (tooMany !== undefined) await rm(tooMany.directory, { recursive: true });
    },
    swap: async () => {
      const kind = nextKind();
      const doubt = await store.doubt();
      inDoubtBefore += inAll(doubt) - inherited;
      const before = contents;
      [contents, inherited] = await apply(kind);
      done.push(kind);
      return { kind, forgotten: forgottenBy(before, contents) };
    },
    inDoubt: (counted) => inDoubtBefore + counted - inherited,
  };
}

function inAll({ counted, cutOff }: Doubt): number {
  return counted + cutOff;
}
