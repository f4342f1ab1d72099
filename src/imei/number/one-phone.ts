import { type Imei, imeiParts } from './imei.ts';

/** Whether two IMEIs have the same TAC or the same serial number: makers with one TAC per slot number both slots alike. */
export function isOfOnePhone(first: Imei, second: Imei): boolean {
  const [one, other] = [imeiParts(first), imeiParts(second)];
  return one.tac === other.tac || one.serial === other.serial;
}
