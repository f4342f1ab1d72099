import type { Steps } from '../../core/async/in-portions.ts';
import { type Imei, imeiParts } from '../number/imei.ts';
import type { KnownTac } from '../number/repairs.ts';
import { type OwnName, ownNameAt, saysOf } from '../others/own-names.ts';
import type { Aside, Findings, Places } from './findings.ts';
import { titleSteps } from './titles.ts';

const NUMBERS_PER_STEP = 16;

interface Heeding {
  /** As it was typed. */
  readonly text: string;
  readonly places: Places;
  readonly known: KnownTac;
}

/**
 * The findings without numbers that have the name of something else, before them or as the title of their column. Where some have the name
 * IMEI, so have those with any other name, unless they are of the same types or the open TAC table knows them: these are told. What
 * is known to be something else is told only where nothing else was found.
 */
export function* heedNames(findings: Findings, { text, places, known }: Heeding): Steps<Findings> {
  const { found } = findings;
  if (found.length === 0) return findings;
  const says = rememberedSaysOf();
  const titleAt = yield* titleSteps(text, says);
  const names = new Map<Imei, OwnName>();
  const nameAt = (at: number): OwnName | undefined => ownNameAt(text, at, says) ?? titleAt(at);
  for (const [index, { imei }] of found.entries()) {
    const again = places.again.get(imei) ?? [];
    const name = strongest(nameAt(places.first[index] ?? 0), again.map(nameAt));
    if (name !== undefined) names.set(imei, name);
    if (index % NUMBERS_PER_STEP === 0) yield;
  }
  if (names.size === 0) return findings;
  const called = found.flatMap(({ imei }) => (names.get(imei)?.says === 'imei' ? [imeiParts(imei)] : []));
  const types = new Set(called.flatMap(({ tac, serial }) => [tac, serial]));
  const isOther = ({ imei }: { readonly imei: Imei }): boolean => {
    const name = names.get(imei)?.says;
    if (name !== 'unknown' || called.length === 0) return name === 'other';
    const { tac, serial } = imeiParts(imei);
    return !types.has(tac) && !types.has(serial) && !known(tac);
  };
  const others = found.filter(isOther);
  if (others.length === 0) return findings;
  const left = found.filter((one) => !isOther(one));
  const told = others.filter(({ imei }) => left.length === 0 || names.get(imei)?.says === 'unknown');
  return {
    ...findings,
    found: left,
    aside: byName(told.map(({ imei }) => [names.get(imei)?.name ?? '', imei])),
  };
}

/** Most names of a text come again and again. */
function rememberedSaysOf(): typeof saysOf {
  const known = new Map<string, OwnName['says'] | undefined>();
  return (name) => {
    if (!known.has(name)) known.set(name, saysOf(name));
    return known.get(name);
  };
}

/** What is said of a number that comes again: in one of its places it may be called IMEI, or nothing else. */
function strongest(first: OwnName | undefined, again: readonly (OwnName | undefined)[]): OwnName | undefined {
  if (again.length === 0 || first?.says === 'imei') return first;
  return again.find((one) => one?.says === 'imei') ?? (again.includes(undefined) ? undefined : first);
}

function byName(named: readonly (readonly [string, Imei])[]): readonly Aside[] {
  const all = new Map<string, Imei[]>();
  for (const [name, imei] of named) {
    const own = all.get(name);
    if (own === undefined) all.set(name, [imei]);
    else own.push(imei);
  }
  return [...all].map(([name, imeis]) => ({ name, imeis }));
}
