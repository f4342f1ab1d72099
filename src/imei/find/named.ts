import type { Steps } from '../../core/async/event-loop.ts';
import { isGtin } from '../gtin.ts';
import { type Imei, tacOf } from '../imei.ts';
import type { KnownTac } from '../number/read.ts';
import type { ImeiProblem } from '../number/reading.ts';
import { IMEI_WORD } from '../others/imei-words.ts';
import { isAkin, type Kin, kinOf } from '../others/kin.ts';
import { isOfAnyPhone, type Nearness, nearNameAt } from '../others/near-names.ts';
import { type OwnName, ownNameAt, saysOf } from '../others/own-names.ts';
import type { Aside, Findings, FoundImei, FoundProblem, Places } from './findings.ts';
import { titleSteps } from './titles.ts';

const NUMBERS_PER_STEP = 16;
const DIGITS = /\d/g;
/** An IMEI without its check digit. */
const BODY_LENGTH = 14;
/** What an article number is called where nothing else is said of it. */
const ARTICLE = 'GTIN';
/** What Android calls an IMEI where it prints the state of a phone; elsewhere it may be anything. */
const DEVICE_ID = /^(?:device|handset|phone)[ _.-]?(?:id|n[or]|number)\.?$/iu;
/** What is wrong with digits that were typed; what else they are is told whatever they are called. */
const AS_TYPED: ReadonlySet<ImeiProblem['kind']> = new Set([
  ...(['check-digit', 'too-short', 'too-long', 'letter', 'unassigned'] as const),
]);

interface Heeding {
  /** As it was typed: a folded tab is no sign of a table any more. */
  readonly text: string;
  readonly folded: string;
  readonly places: Places;
  readonly known: KnownTac;
}

/**
 * The findings without numbers that have the name of something else, before them or as the title of their column. Where some have the name
 * IMEI, or none has and some are called a device or a phone, so have those with any other name, unless they are of the same types or
 * the open TAC table knows them: these are told. What is known to be something else is told only where nothing else was found, right or wrong, and
 * article numbers always, since nobody has said so.
 */
export function* heedNames(findings: Findings, { text, folded, places, known }: Heeding): Steps<Findings> {
  const { found, problems } = findings;
  const isOneProblem = problems.length === 1 && found.length + places.left.length === 0;
  if (isOneProblem || found.length + problems.length + places.left.length === 0) return findings;
  const naming = yield* namingSteps(text, folded);
  const calledImei = IMEI_WORD.test(folded);
  let nameAt = naming(calledImei ? 'no-word-of-sentence' : undefined);
  let named = yield* namedSteps(found, places, nameAt);
  if (!calledImei && named.some(isOfDevice)) {
    nameAt = naming('last-word');
    named = yield* namedSteps(found, places, nameAt);
  }
  const articles = articlesAmong(named, known);
  const isOtherName = otherThan(named, known);
  const isOther = (each: Named): boolean => articles.has(each) || isOtherName(each);
  const kept = named.filter((each) => !isOther(each));
  const meant = yield* meantProblems(findings, places, nameAt);
  const isNothing = kept.length + meant.length === 0;
  const others = isNothing ? yield* leftNames(places, nameAt) : [];
  if (kept.length === found.length && others.length === 0 && meant.length === problems.length)
    return findings;
  const isTold = (each: Named): boolean => isNothing || each.name?.says === 'unknown' || articles.has(each);
  const aside = byName([...named.filter((each) => isOther(each) && isTold(each)), ...others]);
  const told = isNothing && aside.length === 0 ? problems : meant;
  return {
    ...findings,
    found: kept.map(({ one }) => one),
    problems: told,
    ...(aside.length > 0 && { aside }),
  };
}

/** Tells what the number is called that begins at an offset. */
type NameAt = (at: number) => OwnName | undefined;

/**
 * Returns how numbers are named: with or without the words that no sign joins to them, which count where others are called IMEI, or a
 * device. Any text has words before a number.
 */
function* namingSteps(text: string, folded: string): Steps<(nearness: Nearness | undefined) => NameAt> {
  const says = rememberedSaysOf();
  const titleAt = yield* titleSteps(text, says);
  return (nearness) => (at) => {
    const own = ownNameAt(folded, at, says);
    if (isFirm(own)) return own;
    const title = titleAt(at);
    if (isFirm(title) || isOfThing(title)) return title;
    const near = nearness && nearNameAt(folded, at, { says, nearness });
    return near ?? (isOfThing(own) ? own : undefined);
  };
}

function* namedSteps(found: Findings['found'], places: Places, nameAt: NameAt): Steps<readonly Named[]> {
  const named: Named[] = [];
  for (const [index, one] of found.entries()) {
    const first = nameAt(places.first[index] ?? 0);
    const again = places.again.get(one.imei);
    named.push({ one, name: again === undefined ? first : strongest(first, again.map(nameAt)) });
    if (index % NUMBERS_PER_STEP === 0) yield;
  }
  return named;
}

/** Whether a name is of what has an IMEI; what stands nearer may still be the name of another number. */
function isOfThing(name: OwnName | undefined): boolean {
  return name?.says === 'device' || name?.says === 'phone';
}

/** Whether a name is one whatever else is said of the number. */
function isFirm(name: OwnName | undefined): boolean {
  if (name === undefined || isOfThing(name)) return false;
  return name.says !== 'unknown' || !isOfAnyPhone(name.name);
}

function isOfDevice({ name }: Pick<Named, 'name'>): boolean {
  return name?.says === 'device' || (name?.says === 'unknown' && DEVICE_ID.test(name.name));
}

/** What is wrong with numbers, without those that have the name of something else. */
function* meantProblems(
  { problems }: Findings,
  { told }: Places,
  nameAt: NameAt,
): Steps<readonly FoundProblem[]> {
  const meant: FoundProblem[] = [];
  for (const [index, one] of problems.entries()) {
    const start = AS_TYPED.has(one.problem.kind) ? told.get(one) : undefined;
    if (start === undefined || nameAt(start)?.says !== 'other') meant.push(one);
    if (index % NUMBERS_PER_STEP === 0) yield;
  }
  return meant;
}

/** What is labelled as something else, and is called so. */
function* leftNames({ left }: Places, nameAt: NameAt): Steps<readonly Named[]> {
  const named: Named[] = [];
  for (const [index, { one, start }] of left.entries()) {
    const name = nameAt(start);
    if (name?.says === 'other') named.push({ one, name });
    if (index % NUMBERS_PER_STEP === 0) yield;
  }
  return named;
}

/** What was found, with its name. */
interface Named {
  readonly one: FoundImei;
  readonly name: OwnName | undefined;
}

/** Returns whether one of the numbers is something else, or is not called IMEI where others are. */
function otherThan(named: readonly Named[], known: KnownTac): (one: Named) => boolean {
  const imeis = named.filter(({ name }) => name?.says === 'imei');
  const devices = named.filter(isOfDevice);
  const phones = named.filter(({ name }) => name?.says === 'phone');
  const called = new Set([imeis, devices, phones].find(({ length }) => length > 0));
  let kin: Kin | undefined;
  return (each) => {
    const { one, name } = each;
    if (name?.says !== 'unknown' || called.size === 0) return name?.says === 'other';
    if (called.has(each)) return false;
    // Most texts have no such number.
    kin ??= kinOf([...called].map((other) => other.one.imei));
    return !isAkin(one.imei, kin, known);
  };
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

/** What is said of a number that comes again: in one of its places it may be called IMEI or a phone, or nothing else. */
function strongest(first: OwnName | undefined, again: readonly (OwnName | undefined)[]): OwnName | undefined {
  if (first?.says === 'imei') return first;
  const better = again.find((one) => one?.says === 'imei') ?? again.find(isOfThing);
  return better ?? (again.includes(undefined) ? undefined : first);
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
