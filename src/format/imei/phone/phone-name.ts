import type { Imei } from '../../../imei/imei.ts';
import type { Device } from '../../../provider/device.ts';
import type { TacEntry } from '../../../tac/table.ts';
import type { ReplyContext } from '../../format.ts';
import { shownServiceText } from '../../reply/masked.ts';
import { oneLine } from '../../reply/one-line.ts';

const LONGEST_BRAND = 60;
const LONGEST_MODEL = 100;

/**
 * The name of a phone: brand and model, or a text if it has neither. If others can read, digits of
 * its IMEI in the name are masked.
 */
export function deviceName(context: ReplyContext, imei: Imei, { brand, model }: Device): string {
  const name = shownServiceText(context, imei, brandAndModel(brand, model));
  return name === '' ? context.say('device.unnamed') : name;
}

/** Joins brand and model on one line. If the model starts with the brand, that is not repeated. */
export function brandAndModel(brand: string | undefined, model: string | undefined): string {
  const maker = brandLine(brand);
  const name = modelLine(model);
  return name.toLowerCase().startsWith(`${maker.toLowerCase()} `)
    ? name
    : `${maker} ${name}`.trim();
}

/** The name from the open TAC table, with a mark that it was not checked. */
export function probableName({ say }: ReplyContext, { brand, model }: TacEntry): string {
  return say('table.marked', { name: brandAndModel(brand, model) });
}

/** A brand on one line; empty if the phone has none. */
export function brandLine(brand = ''): string {
  return oneLine(brand, LONGEST_BRAND);
}

/** A model on one line; empty if the phone has none. */
export function modelLine(model = ''): string {
  return oneLine(model, LONGEST_MODEL);
}
