import type { z } from 'zod';
import type { PrincipalKinds } from './principals.ts';
import { type Settings, schemaOf, secretsIn, type ValuesOf } from './setting.ts';

/** What the settings of a platform are, and how they are read. `Configured` is whatever comes of them, unknown here. */
export interface PlatformSettings<Configured> {
  /** The first part of its principals: `discord`. */
  readonly name: string;
  readonly settings: Settings;
  /** The setting without which it is not served. */
  readonly servedBy: string;
  readonly principals: PrincipalKinds;
  readonly read: (environment: Readonly<Record<string, string | undefined>>) => ReadPlatform<Configured>;
}

/** The settings of one platform as they are set, or what is wrong with single ones. */
export type ReadPlatform<Configured> =
  | { readonly ok: false; readonly issues: readonly z.core.$ZodIssue[] }
  | {
      readonly ok: true;
      readonly secrets: readonly string[];
      /** What is wrong with several of them together: sentences that begin with a variable's name. */
      readonly problems: (others: OtherSettings) => readonly string[];
      /** Undefined if the platform is not to be served. */
      readonly configured: Configured | undefined;
    };

/** What a platform may need of the settings of all. */
export interface OtherSettings {
  /** The bot has an HTTP server. */
  readonly hasHttp: boolean;
}

/** How `rows` are read: `problems` finds what does not go together, `configure` makes of them what serves the platform. */
export function readsSettings<const Rows extends Settings, Configured>(
  rows: Rows,
  problems: (set: ValuesOf<Rows>, others: OtherSettings) => readonly string[],
  configure: (set: ValuesOf<Rows>) => Configured | undefined,
): PlatformSettings<Configured>['read'] {
  const schema = schemaOf(rows);
  return (environment) => {
    const parsed = schema.safeParse(environment);
    if (!parsed.success) return { ok: false, issues: parsed.error.issues };
    const set = parsed.data;
    return {
      ok: true,
      secrets: secretsIn(set, rows),
      problems: (others) => problems(set, others),
      configured: configure(set),
    };
  };
}
