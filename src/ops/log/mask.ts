import { countSecrets, keptSecrets } from '../../core/secrets.ts';
import { maskNumbers } from '../../imei/mask/numbers.ts';
import { mapJsonTokens } from './json-tokens.ts';
import { bytesAsNumbers, formsOf } from './secret-forms.ts';

const SECRET = '[secret]';

/** Removes what must not be printed. */
export interface Mask {
  /** Masks a line of JSON; the result is JSON as well. */
  readonly line: (json: string) => string;
  /** Masks any other text. */
  readonly text: (text: string) => string;
}

/**
 * Creates a mask for secrets, in any form a library may print them in, and for IMEIs and card numbers.
 * @param secrets in addition to those registered with `keepSecret`, also later ones
 */
export function createMask(secrets: readonly string[]): Mask {
  let forms: readonly string[] = [];
  let numbers: readonly string[] = [];
  let known = -1;
  const learn = (): void => {
    if (known === countSecrets()) return;
    known = countSecrets();
    const all = [...secrets, ...keptSecrets()];
    forms = [...new Set(all.flatMap(formsOf))].toSorted((one, other) => other.length - one.length);
    numbers = all.map(bytesAsNumbers).filter((form) => form !== undefined);
  };
  const withoutSecrets = (text: string): string => {
    let masked = text;
    for (const form of forms) if (form.length <= masked.length) masked = masked.replaceAll(form, SECRET);
    return masked;
  };
  const change = (text: string): string => maskNumbers(withoutSecrets(text));
  const withoutBytes = (line: string): string => {
    if (!/\d,\d/.test(line)) return line;
    return numbers.reduce((masked, form) => masked.replaceAll(form, '0'), line);
  };
  return {
    line: (json) => {
      learn();
      return mapJsonTokens(withoutBytes(json), change);
    },
    text: (text) => {
      learn();
      return change(withoutBytes(text));
    },
  };
}
