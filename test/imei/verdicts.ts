import type { Findings, FoundImei, FoundProblem, UnsureImei } from '../../src/imei/findings.ts';
import { imeiFrom14 } from '../support/imeis.ts';

/** Made-up IMEIs. */
export const A = imeiFrom14('35693803564380');
export const B = imeiFrom14('86456705123456');
export const C = imeiFrom14('35912006987654');

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
