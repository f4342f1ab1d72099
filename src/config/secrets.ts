import type { z } from 'zod';

const SECRET = 'secret';

/** A variable that may be left out, and whose value is shown nowhere. */
export function secret<Text extends z.ZodType<string>>(text: Text) {
  return text.optional().meta({ [SECRET]: true });
}

/**
 * All secrets among the values of variables: those declared as `secret`, and what stands for a password in the address
 * that any other holds.
 */
export function secretsIn(
  values: Readonly<Record<string, unknown>>,
  shape: Readonly<Record<string, z.ZodType>>,
): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    return shape[name]?.meta()?.[SECRET] === true ? [value, ...afterColon(value)] : passwordsIn(value);
  });
}

/** Telegram's token without the id of the bot, which is public. */
function afterColon(token: string): readonly string[] {
  const [, behind] = /^\d+:(.+)$/.exec(token) ?? [];
  return behind === undefined ? [] : [behind];
}

/** As it is written in the address, and as it is. */
function passwordsIn(address: string): readonly string[] {
  const password = URL.canParse(address) ? new URL(address).password : '';
  return password === '' ? [] : [...new Set([password, decoded(password)])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing stands for itself.
    return text;
  }
}
