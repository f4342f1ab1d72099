import { stat } from 'node:fs/promises';
import type { ConfiguredPlatform } from '../../adapters/definition.ts';
import type { ConfigResult } from '../../config/config.ts';
import { type Finding, findingsAbout } from '../../core/findings.ts';
import { readVersion } from '../../ops/version.ts';
import { loadTacTable } from '../../tac/table.ts';

const { fine, note, warning, wrong } = findingsAbout('settings');

/** What is set, and what is wrong with it. */
export async function examineSettings(parsed: ConfigResult<ConfiguredPlatform>): Promise<readonly Finding[]> {
  const program = note(`imei-bot ${readVersion()} on Node.js ${process.versions.node}.`);
  const file = await fileOf();
  if (!parsed.ok) return [program, ...file, ...parsed.problems.map(wrong)];
  const { platforms, access, service, http, tacTable } = parsed.config;
  const served = platforms.map(({ name }) => name);
  return [
    program,
    ...file,
    fine(`They can be read. Served: ${served.length === 0 ? 'the terminal' : served.join(' and ')}.`),
    ...(await aboutTable(tacTable)),
    ...(service !== undefined && access.admins.length === 0
      ? [warning('ADMINS names nobody: nobody hears of trouble, or may use /quota.')]
      : []),
    ...(http === undefined && served.length > 0
      ? [note('HTTP_PORT is not set: nothing watches the bot.')]
      : []),
  ];
}

async function fileOf(): Promise<readonly Finding[]> {
  const found = await stat('.env').catch(() => undefined);
  if (found === undefined) return [note('There is no .env here: the environment alone counts.')];
  const isOpen = found.isFile() && (found.mode & 0o077) !== 0 && process.platform !== 'win32';
  return isOpen ? [warning('.env can be read by others on this machine: chmod 600 .env')] : [];
}

/** A start reads it as well, and ends where it cannot. */
async function aboutTable(file: string | undefined): Promise<readonly Finding[]> {
  if (file === undefined) return [];
  return loadTacTable(file).then(
    ({ size }) => [fine(`TAC_TABLE names ${size.toLocaleString('en')} types of phones.`)],
    (error: unknown) => [wrong(`TAC_TABLE: ${error instanceof Error ? error.message : String(error)}`)],
  );
}
