/**
 * An IMEI of a TAC (8 digits) and a serial number: the check digit is computed (3GPP TS 23.003,
 * annex B).
 */
export function imeiOf(tac: string, serial: number): string {
  const digits = `${tac}${String(serial).padStart(6, '0')}`;
  const sum = Array.from(digits).reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + Math.floor(doubled / 10) + (doubled % 10);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** So many IMEIs of one TAC, one a line. */
export function linesOf(count: number, tac = '35209900'): string {
  return Array.from({ length: count }, (_, index) => imeiOf(tac, index + 100)).join('\n');
}
