import { completeImei, type Imei } from '../../src/imei/imei.ts';

/** The IMEI with these first 14 digits. */
export function imeiFrom14(digits: string): Imei {
  const imei = completeImei(digits);
  if (imei === undefined) throw new Error(`not 14 digits: ${digits}`);
  return imei;
}

/** The IMEI with this TAC (8 digits) and serial number. */
export function imeiOf(tac: string, serial: number): Imei {
  return imeiFrom14(`${tac}${String(serial).padStart(6, '0')}`);
}

/** This many IMEIs of one TAC, one a line. */
export function linesOf(count: number, tac = '35209900'): string {
  return Array.from({ length: count }, (_, index) => imeiOf(tac, index + 100)).join('\n');
}
