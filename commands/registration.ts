import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CommandDescriptor } from '../src/core/command.ts';
import { localeFiles } from '../src/core/locales.ts';
import type { SettingTable } from '../src/store/schema/setting.ts';

/**
 * Remembers what was registered, so that a restart neither asks the platform nor loads the words of
 * all languages.
 */
export function createRegisterOnce(
  settings: Pick<SettingTable, 'get' | 'set'>,
  commands: readonly CommandDescriptor[],
  language: string | undefined,
) {
  return async (name: string, code: string, register: () => Promise<boolean>): Promise<void> => {
    const hash = createHash('sha256').update(JSON.stringify([commands, language]));
    for (const file of [new URL(code), ...localeFiles()]) hash.update(readFileSync(file));
    const row = `registered ${name}`;
    const wanted = hash.digest('base64url');
    // Without the store it is registered once more.
    const before = await settings.get(row).catch(() => undefined);
    if (before === wanted || !(await register())) return;
    await settings.set(row, wanted).catch(() => undefined);
  };
}
