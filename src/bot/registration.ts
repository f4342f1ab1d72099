import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RegisterOnce } from '../core/adapter/adapter.ts';
import type { CommandDescriptor } from '../core/command/command.ts';
import { localeFiles } from '../core/language/locales.ts';
import type { Log } from '../ops/log/log.ts';
import type { MetadataTable } from '../store/schema/metadata-table.ts';

export interface RegisterOnceOptions {
  readonly metadata: Pick<MetadataTable, 'get' | 'set'>;
  readonly commands: readonly CommandDescriptor[];
  /** The language of the bot, as it was set. */
  readonly language: string | undefined;
  readonly log: Log;
}

/**
 * Remembers what was registered, so that a restart neither asks the platform nor loads the words of
 * all languages.
 */
export function createRegisterOnce(options: RegisterOnceOptions): RegisterOnce {
  const { metadata, commands, language, log } = options;
  return async (name, code, register) => {
    const hash = createHash('sha256').update(JSON.stringify([commands, language]));
    for (const file of [new URL(code), ...localeFiles()]) hash.update(readFileSync(file));
    const row = `registered ${name}`;
    const wanted = hash.digest('base64url');
    const before = await metadata.get(row).catch((error: unknown) => {
      log.debug(
        { err: error },
        'The store cannot say whether the commands are registered; they are registered again',
      );
      return undefined;
    });
    if (before === wanted || !(await register())) return;
    await metadata.set(row, wanted).catch((error: unknown) => {
      log.debug({ err: error }, 'The next start registers the commands once more');
    });
  };
}
