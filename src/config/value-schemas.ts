import { z } from 'zod';

/** Makes a setting optional, and masks its value in the log. */
export function secret<Text extends z.ZodType<string>>(text: Text): z.ZodOptional<Text> {
  return text.optional().meta({ secret: true });
}

/**
 * A key or a token. It must be long, since masking a short one would damage other words of the log.
 * Quotes are refused: they belong to the file, but Docker reads them as a part of the value.
 */
export const wholeSecret = z
  .string()
  .min(8, 'write all of it, as you were given it: fewer than 8 characters cannot be it')
  .regex(
    /^[!#-&(-_a-~]*$/,
    'write it as you were given it, without spaces and quotes, with English letters only',
  );

/** A duration within its bounds, in milliseconds. */
export const duration = numberWithin(
  /^\d{1,9}(ms|s|m|h|d)$/,
  'a number and a unit, such as 500ms, 20s, 5m, 12h or 30d,',
  toMs,
);
export const wholeNumber = numberWithin(/^\d{1,9}$/, 'a whole number', Number);
/** An amount of money within its bounds, in USD. */
export const amount = numberWithin(
  /^\d{1,6}(\.\d{1,6})?$/,
  'an amount in USD such as 0.02,',
  Number,
);

/**
 * Makes schemas for numbers of one form. The metadata has the minimum and the maximum, so that
 * tests can compare the documents with them.
 */
function numberWithin(form: RegExp, inWords: string, read: (text: string) => number) {
  return (least: string, most: string) => {
    const range = `from ${least} to ${most}`;
    return z
      .string()
      .regex(form, `write ${inWords} ${range}`)
      .transform(read)
      .refine((value) => value >= read(least) && value <= read(most), `must be ${range}`)
      .meta({ least, most });
  };
}

function toMs(text: string): number {
  const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
  return Number.parseInt(text, 10) * units[text.replace(/^\d+/, '') as keyof typeof units];
}

/** An HTTP URL. It may contain a user name and a password. */
export const httpUrl = z.url({
  protocol: /^https?$/,
  abort: true,
  error: 'write a whole URL with http:// or https://',
});

/**
 * An HTTP URL to which paths are added. It may not contain a password, a query or a fragment, which
 * would not be used but shown.
 */
export const plainHttpUrl = httpUrl
  .refine((text) => {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  }, 'write the URL without a name and a password before an @; they would not be used')
  .refine((text) => !/[?#]/.test(text), 'write the URL without a ? or a # and what follows it')
  .overwrite((text) => text.replace(/\/+$/, ''));

/** Whether a request to this URL goes to another machine unencrypted. */
export function isCleartext(url: string): boolean {
  return new URL(url).protocol === 'http:' && !isLoopback(url);
}

export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** `POSIX`, `de`, `pt-BR`, `en_US.UTF-8` or `ca_ES@valencia`. */
const LOCALE = /^(?:posix|[a-z]{1,3}(?:[-_.@][a-z0-9]+)*)$/i;

/**
 * Whether a text is a locale, or a list of them with colons. Operating systems set LANGUAGE for all
 * programs, also with an empty last part: `en_US:`.
 */
export function isLocaleList(text: string): boolean {
  return text.split(':').every((locale) => locale === '' || LOCALE.test(locale));
}
