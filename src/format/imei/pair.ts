import type { Reply } from '../../core/reply.ts';
import type { FoundImei } from '../../imei/findings.ts';
import { imeiParts } from '../../imei/imei.ts';
import { sentences } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { type Detail, deviceReply, echoDiffers } from './device.ts';
import { type ImeiList, listNote, withOthers } from './list.ts';
import type { Checked } from './outcome.ts';

/**
 * How likely the only two IMEIs of a message are those of one phone. `sure`: their labels say so. `likely`: by their numbers.
 * `model`: they are of one model, so that they may as well be two phones.
 */
type PairKind = 'sure' | 'likely' | 'model';

/** Whether these are two IMEIs that may be of one phone. */
export function pairKind(found: readonly FoundImei[]): PairKind | undefined {
  const [first, second, ...more] = found;
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const [one, other] = [imeiParts(first.imei), imeiParts(second.imei)];
  const isOneModel = one.tac === other.tac;
  // Makers with one TAC per slot number both slots alike.
  if (!isOneModel && one.serial !== other.serial) return undefined;
  const areSlots = [first.label, second.label].toSorted().join() === 'IMEI1,IMEI2';
  if (areSlots) return 'sure';
  const isNext = Math.abs(Number(one.serial) - Number(other.serial)) === 1;
  return isOneModel && !isNext ? 'model' : 'likely';
}

/** The answer to two IMEIs as that of one phone with two slots; undefined if not both have the same brand and model. */
export function pairReply(
  view: View,
  list: ImeiList,
  { kind, detail }: { readonly kind: PairKind; readonly detail: Detail },
): Reply | undefined {
  const [first, second] = list.checked;
  const [answer, other] = [foundAnswer(first), foundAnswer(second)];
  if (first === undefined || second === undefined || answer === undefined || other === undefined)
    return undefined;
  // What the service says of another number is told of it alone.
  if (other.source !== 'tac' && echoDiffers(second.found.imei, other.device.imei)) return undefined;
  if (answer.device.brand !== other.device.brand || answer.device.model !== other.device.model)
    return undefined;
  const reply = deviceReply(view, first.found, { ...answer, detail, second: second.found });
  const note = listNote(view, list);
  const { note: _, ...rest } = withPairText(view, withOthers(view, reply, list), kind);
  return note === undefined ? rest : { ...rest, note };
}

/** Says first, in an answer, how likely its two IMEIs are those of one phone. */
export function withPairText({ say }: View, reply: Reply, kind: PairKind): Reply {
  const summary = sentences(kind === 'sure' ? say('photos.onePhone') : say(`pair.${kind}`), reply.summary);
  return summary === undefined ? reply : { ...reply, summary };
}

function foundAnswer(checked: Checked | undefined) {
  const outcome = checked?.outcome;
  return outcome?.kind === 'answered' && outcome.answer.found ? outcome.answer : undefined;
}
