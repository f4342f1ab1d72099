import type { Findings, FoundImei, InvalidNumber, UnsureImei } from '../../src/imei/findings.ts';
import { imeiFrom14 } from '../support/imeis.ts';

/** Made-up IMEIs. */
export const A = imeiFrom14('35693803564380');
export const B = imeiFrom14('86456705123456');
export const C = imeiFrom14('35912006987654');

/**
 * What the findings say, a line each: `IMEI`, `ask IMEI why`, `invalid text why`. A, B and C
 * stand for the numbers above.
 */
export function verdicts({ sure, unsure, invalid }: Findings): readonly string[] {
  const lines = [...sure.map(ofFound), ...unsure.map(ofAsked), ...invalid.map(ofInvalid)];
  return lines.map((line) => line.replaceAll(A, 'A').replaceAll(B, 'B').replaceAll(C, 'C'));
}

function ofFound({ imei, form, simSlot }: FoundImei): string {
  return [
    imei,
    ...(form === 'imei' ? [] : [form]),
    ...(simSlot === undefined ? [] : [`IMEI${simSlot}`]),
  ].join(' ');
}

function ofAsked({ imei, why }: UnsureImei): string {
  return `ask ${imei} ${why.kind === 'named' ? why.name : why.kind}`;
}

function ofInvalid({ text, why }: InvalidNumber): string {
  if (why.kind === 'looks-like') return `invalid ${text} ${why.what}`;
  return `invalid ${text} ${why.kind}`;
}
