import { isObject, type JsonObject } from '../../core/json.ts';
import type { Device, DeviceInfo } from '../device.ts';
import { undefinedIfEmpty, withoutUndefined } from './defined-fields.ts';
import { boundedJson, leftover } from './leftover.ts';
import { deviceSchema, type WireInfo } from './wire-schemas.ts';

/**
 * The device in a BASIC or FULL response (interface sections 2.1 and 2.2); undefined if it has
 * neither a brand nor a model. What fits no field of a device is in `other`. Never throws, since
 * every object fits the schema.
 */
export function readDevice(source: JsonObject): Device | undefined {
  const { imei, brand, model, imei_parts, info } = deviceSchema.parse(source);
  if (brand === undefined && model === undefined) return undefined;
  const { info: sourceInfo, ...withoutInfo } = source;
  const isFull = isPresent(source.imei_parts) || isPresent(sourceInfo);
  // An `info` that could not be read is kept whole. One that was read has an `other` of its own.
  const sourceOfOther = info === undefined ? source : withoutInfo;
  return {
    level: isFull ? 'FULL' : 'BASIC',
    ...withoutUndefined({
      imei,
      brand,
      model,
      parts: imei_parts && withoutUndefined(imei_parts),
      // An `info` that was read is an object: the type of its source does not say so.
      info: info && isObject(sourceInfo) ? readInfo(info, sourceInfo) : undefined,
    }),
    other: leftover(sourceOfOther, { imei, brand, model, imei_parts }),
  };
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function readInfo(read: WireInfo, source: JsonObject): DeviceInfo {
  const {
    battery,
    year,
    memory_card,
    size,
    display,
    lan_ports,
    other_band,
    gsm_band,
    umts_band,
    hsdpa_band,
    ...unchanged
  } = read;
  return {
    ...withoutUndefined({
      ...unchanged,
      battery: battery && readBattery(battery),
      year: year && readYear(year),
      memory_card: memory_card && readMemoryCard(memory_card),
      size: size && undefinedIfEmpty(size),
      display: display && readDisplay(display),
      lan_ports: boundedJson(lan_ports),
      other_band: readBands(other_band),
      gsm_band: readBands(gsm_band),
      umts_band: readBands(umts_band),
      hsdpa_band: readBands(hsdpa_band),
    }),
    other: leftover(source, read),
  };
}

function readBattery([type, capacity]: NonNullable<WireInfo['battery']>): DeviceInfo['battery'] {
  return undefinedIfEmpty({ type, capacity });
}

function readYear([year, month]: NonNullable<WireInfo['year']>): DeviceInfo['year'] {
  return undefinedIfEmpty({ year, month });
}

function readMemoryCard([type, size]: NonNullable<
  WireInfo['memory_card']
>): DeviceInfo['memory_card'] {
  return undefinedIfEmpty({ type, size });
}

function readDisplay(display: NonNullable<WireInfo['display']>): DeviceInfo['display'] {
  const { type, color, size } = display;
  return undefinedIfEmpty({
    type,
    color: color && readColor(color),
    size: size && undefinedIfEmpty(size),
  });
}

type WireColor = NonNullable<NonNullable<WireInfo['display']>['color']>;

function readColor([has, depth]: WireColor) {
  return undefinedIfEmpty({ has, depth });
}

/**
 * Without the bands that could not be read. An empty list is not a missing one: the interface's
 * sample has both.
 */
function readBands(
  bands: readonly (string | undefined)[] | undefined,
): readonly string[] | undefined {
  return bands?.filter((band) => band !== undefined);
}
