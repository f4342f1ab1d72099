import { isLikeImei, type NamedCode } from '../code-names.ts';

/** What the lines nearest to bars say of them; `unknown` where they say neither, or this and that. */
export type Said = 'imei' | 'other' | 'unknown' | 'nothing';

/** What is said beside the code that holds this text. */
export interface SaidOfCode {
  readonly text: string;
  readonly said: Said;
  /** The slot that its own lines name. */
  readonly slot?: 1 | 2;
  /** The slot that is named by a line which may as well be another code's. */
  readonly near?: 1 | 2;
}

/**
 * The names that lines give to codes, and the slots of the two IMEIs of a phone. Digits that are no whole IMEI have another name if
 * anything is said of them.
 */
export function namesBeside(all: readonly SaidOfCode[]): readonly NamedCode[] {
  const slots = isPairOf(all) ? slotsOf(all) : [];
  return all.flatMap((one, index): readonly NamedCode[] => {
    const { text, said } = one;
    const slot = slots[index];
    if (slot !== undefined) return [{ text, name: 'imei', slot }];
    if (said === 'imei') return [{ text, name: said }];
    return said === 'other' || (said === 'unknown' && !isLikeImei(text)) ? [{ text, name: 'other' }] : [];
  });
}

/**
 * Whether codes that may be the two IMEIs of a phone are that beyond doubt: one is called so, and nothing else is said. Digits that
 * are no whole IMEI have to be called so as well.
 */
export function isPairOf(all: readonly SaidOfCode[]): boolean {
  return (
    all.some(({ said }) => said === 'imei') &&
    all.every(({ text, said }) => said === 'imei' || (said === 'nothing' && isLikeImei(text)))
  );
}

/** The slots of two codes; empty where not both are known, or both are the same. */
function slotsOf([one, other, ...more]: readonly SaidOfCode[]): readonly (1 | 2)[] {
  if (one === undefined || other === undefined || more.length > 0) return [];
  const [first, second] = [slotBeside(one, other), slotBeside(other, one)];
  return first === undefined || second === undefined || first === second ? [] : [first, second];
}

/**
 * The slot of a code, or the one that another code leaves to it: the first is often just called IMEI, and a line between two codes
 * is not of the one that has another slot.
 */
function slotBeside(one: SaidOfCode, other: SaidOfCode): 1 | 2 | undefined {
  if (one.slot !== undefined) return one.slot;
  if (other.slot === 2) return 1;
  return other.slot === 1 && one.near === 2 ? 2 : undefined;
}
