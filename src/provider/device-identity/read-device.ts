import type { Device, DeviceInfo } from '../device.ts';
import { bounded, isObject, type JsonObject, leftover } from './leftover.ts';
import { deviceSchema, type WireInfo } from './schemas.ts';

/**
 * The device in an answer of BASIC or FULL shape (interface sections 2.1 and 2.2), or nothing when the answer has
 * neither a brand nor a model. What fits no field of a device is in `other`.
 */
export function readDevice(source: JsonObject): Device | undefined {
  const { imei, brand, model, imei_parts, info } = deviceSchema.parse(source);
  if (brand === undefined && model === undefined) return undefined;
  const { info: sourceInfo, ...top } = source;
  const full = isPresent(source.imei_parts) || isPresent(sourceInfo);
  return {
    level: full ? 'FULL' : 'BASIC',
    ...defined({
      imei,
      brand,
      model,
      parts: imei_parts === undefined ? undefined : defined(imei_parts),
      info: info === undefined || !isObject(sourceInfo) ? undefined : readInfo(info, sourceInfo),
    }),
    other: leftover(info === undefined ? source : top, { imei, brand, model, imei_parts }),
  };
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function readInfo(read: WireInfo, source: JsonObject): DeviceInfo {
  const { battery, year, memory_card, size, display, lan_ports, ...plain } = read;
  const { other_band, gsm_band, umts_band, hsdpa_band, ...single } = plain;
  return {
    ...defined({
      ...single,
      battery: battery && nonEmpty({ type: battery[0], capacity: battery[1] }),
      year: year && nonEmpty({ year: year[0], month: year[1] }),
      memory_card: memory_card && nonEmpty({ type: memory_card[0], size: memory_card[1] }),
      size: size && nonEmpty(size),
      display: display && readDisplay(display),
      lan_ports: bounded(lan_ports),
      other_band: readBands(other_band),
      gsm_band: readBands(gsm_band),
      umts_band: readBands(umts_band),
      hsdpa_band: readBands(hsdpa_band),
    }),
    other: leftover(source, read),
  };
}

function readDisplay({ type, color, size }: NonNullable<WireInfo['display']>): DeviceInfo['display'] {
  return nonEmpty({
    type,
    color: color && nonEmpty({ has: color[0], depth: color[1] }),
    size: size && nonEmpty(size),
  });
}

/** An empty list is told from an absent one: the interface's sample has them. */
function readBands(bands: readonly (string | undefined)[] | undefined): readonly string[] | undefined {
  return bands?.filter((band) => band !== undefined);
}

function nonEmpty<Fields extends object>(fields: Fields): ReturnType<typeof defined<Fields>> | undefined {
  const kept = defined(fields);
  return Object.keys(kept).length === 0 ? undefined : kept;
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that have a value: a field left out and a field that is `undefined` are not the same. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  const kept: Defined<Fields> = {};
  // All names are written in this room: none of them is `__proto__`, to which nothing may be assigned.
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    const value = fields[name];
    if (value !== undefined) kept[name] = value as Exclude<Fields[keyof Fields], undefined>;
  }
  return kept;
}
