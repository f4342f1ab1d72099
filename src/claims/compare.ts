import { type Claim, makersOf } from './claim.ts';
import { MAKERS, type Maker } from './makers.ts';

/** Brand and model in an answer. */
interface AnsweredDevice {
  readonly brand?: string;
  readonly model?: string;
}

/** Families of one maker that nobody confuses. */
const FAMILIES = [/\biphone/iu, /\bipad/iu] as const;

/**
 * Whether the phone of the answer is clearly of another brand or family than the claim. If not, it
 * may still be another model: models are not compared.
 *
 *     iphone 13     Samsung Galaxy S21    yes
 *     iphone 13     Apple iPad Air        yes
 *     iphone 13     Apple iPhone 8        no
 *     pixel 7       HTC U11               no, since Google and HTC sold each other's phones
 */
export function isOtherPhone(claim: Claim, device: AnsweredDevice): boolean {
  const claimed = makersOf(claim);
  const answered = makersOfAnswer(device);
  if (claimed.length === 0 || answered.length === 0) return false;
  const isSameMaker = claimed.some((maker) => answered.includes(maker));
  return !isSameMaker || isOtherFamily(claim, device);
}

/** Whether two answers are clearly of different brands. */
export function areOfOtherMakers(first: AnsweredDevice, second: AnsweredDevice): boolean {
  const makers = makersOfAnswer(first);
  const others = makersOfAnswer(second);
  if (makers.length === 0 || others.length === 0) return false;
  return !makers.some((maker) => others.includes(maker));
}

function isOtherFamily(claim: Claim, { model = '' }: AnsweredDevice): boolean {
  const claimed = FAMILIES.filter((family) => family.test(claim));
  const answered = FAMILIES.filter((family) => family.test(model));
  if (claimed.length !== 1 || answered.length !== 1) return false;
  return claimed[0] !== answered[0];
}

function makersOfAnswer({ brand = '', model = '' }: AnsweredDevice): readonly Maker[] {
  const names = ` ${brand} ${model} `.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  return MAKERS.filter(({ answers }) => answers.some((name) => names.includes(` ${name} `)));
}
