/** The environment of a process, or the lines of a file. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The values that are set, without spaces around them; an empty one counts as unset. The names of
 * the proxy's settings may be in lower case, as in other programs.
 */
export function presentValues(environment: Environment): Readonly<Record<string, string>> {
  const present: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    const text = value?.trim() ?? '';
    if (text !== '') present[name] = text;
  }
  // After empty values are left out, since a copy of `.env.example` has an empty HTTPS_PROXY.
  for (const name of ['HTTPS_PROXY', 'NO_PROXY']) {
    const text = present[name] ?? present[name.toLowerCase()];
    if (text !== undefined) present[name] = text;
  }
  return present;
}
