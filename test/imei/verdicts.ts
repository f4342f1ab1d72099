import type { Findings, FoundImei, FoundProblem, UnsureImei } from '../../src/imei/findings.ts';
import { completeImei, type Imei } from '../../src/imei/imei.ts';

/** Made-up IMEIs, by their first 14 digits. */
export function imeiOf(first14: string): Imei {
  const imei = completeImei(first14);
  if (imei === undefined) throw new Error(`not 14 digits: ${first14}`);
  return imei;
}

export const A = imeiOf('35693803564380');
export const B = imeiOf('86456705123456');
export const C = imeiOf('35912006987654');

/**
 * What the findings say, a line each: `IMEI`, `ask IMEI why`, `refuse text problem`. A, B and C
 * stand for the numbers above.
 */
export function verdicts({ sure, unsure, problems }: Findings): readonly string[] {
  const lines = [...sure.map(ofFound), ...unsure.map(ofAsked), ...problems.map(ofProblem)];
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

function ofProblem({ text, problem }: FoundProblem): string {
  if (problem.kind === 'looks-like') return `refuse ${text} ${problem.what}`;
  return `refuse ${text} ${problem.kind}`;
}
