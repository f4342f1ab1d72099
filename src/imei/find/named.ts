import type { Steps } from '../../core/async/event-loop.ts';
import { type Imei, tacOf } from '../number/imei.ts';
import type { KnownTac } from '../number/read.ts';
import { isGtin } from '../others/gtin.ts';
import { IMEI_WORD } from '../others/imei-words.ts';
import { isAkin, kinOf } from '../others/kin.ts';
import { nearNameAt } from '../others/near-names.ts';
import { type OwnName, ownNameAt, saysOf } from '../others/own-names.ts';
import type { Aside, Findings, FoundImei, Places } from './findings.ts';
import { titleSteps } from './titles.ts';

const NUMBERS_PER_STEP = 16;
const DIGITS = /\d/g;
/** An IMEI without its check digit. */
const BODY_LENGTH = 14;
/** What an article number is called where nothing else is said of it. */
const ARTICLE = 'GTIN';

interface Heeding {
  /** As it was typed. */
  readonly text: string;
  readonly places: Places;
  readonly known: KnownTac;
}

/**
 * The findings without numbers that have the name of something else, before them or as the title of their column. Where some have the name
 * IMEI, so have those with any other name, unless they are of the same types or the open TAC table knows them: these are told. What
 * is known to be something else is told only where nothing else was found, and article numbers always, since nobody has said so.
 */
export function* heedNames(findings: Findings, { text, places, known }: Heeding): Steps<Findings> {
  const { found } = findings;
  if (found.length === 0) return findings;
  const says = rememberedSaysOf();
  const titleAt = yield* titleSteps(text, says);
  const nearAt = IMEI_WORD.test(text) ? nearNameAt : undefined;
  const nameAt = (at: number): OwnName | undefined =>
    ownNameAt(text, at, says) ?? titleAt(at) ?? nearAt?.(text, at, says);
  const named: Named[] = [];
  for (const [index, one] of found.entries()) {
    const again = places.again.get(one.imei) ?? [];
    named.push({ one, name: strongest(nameAt(places.first[index] ?? 0), again.map(nameAt)) });
    if (index % NUMBERS_PER_STEP === 0) yield;
  }
  const articles = articlesAmong(named, known);
  const isOtherName = otherThan(named, known);
  const isOther = (each: Named): boolean => articles.has(each) || isOtherName(each);
  const left = named.filter((each) => !isOther(each));
  if (left.length === found.length) return findings;
  const told = named.filter(
    (each) => isOther(each) && (left.length === 0 || each.name?.says === 'unknown' || articles.has(each)),
  );
  return { ...findings, found: left.map(({ one }) => one), aside: byName(told) };
}

/** What was found, with its name. */
interface Named {
  readonly one: FoundImei;
  readonly name: OwnName | undefined;
}

/** Returns whether one of the numbers is something else, or is not called IMEI where others are. */
function otherThan(named: readonly Named[], known: KnownTac): (one: Named) => boolean {
  const called = named.filter(({ name }) => name?.says === 'imei').map(({ one }) => one.imei);
  const kin = kinOf(called);
  return ({ one, name }) =>
    name?.says === 'unknown' && called.length > 0 ? !isAkin(one.imei, kin, known) : name?.says === 'other';
}

/**
 * Those of 14 digits, where there are several that are not called IMEI, all of them have the check digit of an article number and the open
 * TAC table knows none: of one in a hundred such pairs of IMEIs that is true by chance.
 */
function articlesAmong(named: readonly Named[], known: KnownTac): ReadonlySet<Named> {
  const bodies = named.filter(({ one, name }) => one.from === '14-digits' && name?.says !== 'imei');
  const areArticles =
    bodies.length > 1 &&
    bodies.every(({ one }) => isGtin(one.imei.slice(0, BODY_LENGTH)) && !known(tacOf(one.imei)));
  return new Set(areArticles ? bodies : []);
}

/** Most names of a text come again and again, some of them counted: `Seal 1`, `Seal 2`. No name is told by which digit it has. */
function rememberedSaysOf(): typeof saysOf {
  const known = new Map<string, OwnName['says'] | undefined>();
  return (name) => {
    const key = name.replace(DIGITS, '0');
    if (!known.has(key)) known.set(key, saysOf(name));
    return known.get(key);
  };
}

/** What is said of a number that comes again: in one of its places it may be called IMEI, or nothing else. */
function strongest(first: OwnName | undefined, again: readonly (OwnName | undefined)[]): OwnName | undefined {
  if (again.length === 0 || first?.says === 'imei') return first;
  return again.find((one) => one?.says === 'imei') ?? (again.includes(undefined) ? undefined : first);
}

function byName(told: readonly Named[]): readonly Aside[] {
  const all = new Map<string, Imei[]>();
  for (const { one, name } of told) {
    const title = name?.name ?? ARTICLE;
    const own = all.get(title);
    if (own === undefined) all.set(title, [one.imei]);
    else own.push(one.imei);
  }
  return [...all].map(([name, imeis]) => ({ name, imeis }));
}
