import { asImei, type Imei, imeiParts } from './imei.ts';

/** Whether two IMEIs have the same TAC or the same serial number: makers with one TAC per slot number both slots alike. */
export function isOfOnePhone(first: Imei, second: Imei): boolean {
  const [one, other] = [imeiParts(first), imeiParts(second)];
  return one.tac === other.tac || one.serial === other.serial;
}

/** The same of digits that may be IMEIs. */
export function areOfOnePhone(first: string, second: string): boolean {
  const [one, other] = [asImei(first), asImei(second)];
  return one !== undefined && other !== undefined && isOfOnePhone(one, other);
}

/**
 * Whether two IMEIs are numbered as makers number the slots of one phone: with serial numbers that follow one another under one
 * TAC, or with one serial number under two TACs. Phones of one model have the TAC alone in common.
 */
export function areNeighbours(first: Imei, second: Imei): boolean {
  const [one, other] = [imeiParts(first), imeiParts(second)];
  if (one.tac !== other.tac) return one.serial === other.serial;
  return Math.abs(Number(one.serial) - Number(other.serial)) === 1;
}
