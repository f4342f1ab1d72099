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
 * Whether the phone of the answer is clearly of another brand or family than the claim. It may
 * still be another model: models are not compared.
 */
export function isOtherPhone(claim: Claim, device: AnsweredDevice): boolean {
  const claimed = makersOf(claim);
  const answered = makersOfAnswer(device);
  if (claimed.length === 0 || answered.length === 0) return false;
  if (!claimed.some((maker) => answered.includes(maker))) return true;
  return isOtherFamily(claim, device);
}

/** Whether two answers are clearly of different brands. */
export function areOfOtherMakers(first: AnsweredDevice, second: AnsweredDevice): boolean {
  const makers = makersOfAnswer(first);
  const others = makersOfAnswer(second);
  return makers.length > 0 && others.length > 0 && !makers.some((maker) => others.includes(maker));
}

function isOtherFamily(claim: Claim, { model = '' }: AnsweredDevice): boolean {
  const claimed = FAMILIES.filter((family) => family.test(claim));
  const answered = FAMILIES.filter((family) => family.test(model));
  const [family, ...more] = claimed;
  if (family === undefined || more.length > 0 || answered.length !== 1) return false;
  return !answered.includes(family);
}

function makersOfAnswer({ brand = '', model = '' }: AnsweredDevice): readonly Maker[] {
  const names = ` ${brand} ${model} `.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  return MAKERS.filter(({ answers }) => answers.some((name) => names.includes(` ${name} `)));
}
