import { z } from 'zod';

/** An address of something that is called by HTTP. */
const httpUrl = z.string().refine(isHttpUrl, 'write a whole address with http:// or https://');

/** The same of a proxy, in whose address a name and a password may stand. */
export const proxyUrl = httpUrl.check(({ value, issues }) => {
  const message = URL.canParse(value) ? credentialsProblem(new URL(value)) : undefined;
  if (message !== undefined) issues.push({ code: 'custom', message, input: value });
});

/** The same, where a name and a password in it would go nowhere, and be shown where addresses are. */
export const plainHttpUrl = httpUrl.refine(
  (text) => !hasCredentials(text),
  'write the address without a name and a password before an @; they would not be used',
);

/** An address at which others call the bot. */
export const httpsUrl = z
  .string()
  .refine(isHttpsUrl, 'write a whole address with https://, with a path of its own');

/** An address to which a secret goes with every request, and the variable that allows it to go there in clear. */
export interface SecretWay {
  readonly name: string;
  readonly url: string;
  /** What is sent there, as the operator knows it. */
  readonly secret: string;
  readonly permit: { readonly name: string; readonly given: boolean };
}

/** The problem if a secret would be sent unencrypted to another machine, where others on the way can read it. */
export function inClear({ name, url, secret, permit }: SecretWay): string[] {
  if (permit.given || isLoopback(url) || new URL(url).protocol === 'https:') return [];
  return [
    `${name}: http:// would send ${secret} in clear, for anybody on the way to read. Write https://, or set ${permit.name}=true if the way there is your own.`,
  ];
}

export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

function isHttpsUrl(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).pathname.length > 1;
}

function hasCredentials(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
}

/** What is wrong with the name and the password in an address, as a sentence; undefined where nothing is. */
function credentialsProblem({ username, password }: URL): string | undefined {
  try {
    decodeURIComponent(username);
    decodeURIComponent(password);
    return undefined;
  } catch {
    return 'write %25 for each % in the name or the password';
  }
}
