import { stat } from 'node:fs/promises';
import { type ConfiguredPlatform, labelOf } from '../../adapters/definition.ts';
import type { Config } from '../../config/config.ts';
import type { Parsed } from '../../config/parsed.ts';
import { errorMessage } from '../../core/error-code.ts';
import { type Diagnosis, diagnosesAbout } from '../../core/operator/diagnosis.ts';
import { isPerson, platformOf } from '../../core/principal.ts';
import { isSupported, listLanguages } from '../../format/texts/text-catalogue.ts';
import { VERSION } from '../../ops/version.ts';
import { loadTacTable } from '../../tac/load.ts';
import type { ToolContext } from '../tool.ts';

/** A check costs a few cents. A higher price is probably one in cents. */
const HIGH_PRICE_USD = 0.5;

const { fine, note, warning, wrong } = diagnosesAbout('settings');

/** Reports which settings there are, and what is wrong with them. */
export async function examineSettings(
  parsed: Parsed<Config<ConfiguredPlatform>>,
  { unknownNames, clock }: ToolContext,
): Promise<readonly Diagnosis[]> {
  const { misspeltLines, misspeltVariables, otherLines } = unknownNames;
  const now = new Date(clock.now()).toISOString();
  const time = `${now.slice(0, 10)} at ${now.slice(11, 16)} UTC`;
  const diagnoses = [
    // With the time: by a wrong clock, certificates, keys and saved answers seem to have expired.
    note(`imei-bot ${VERSION} on Node.js ${process.versions.node}, on ${time}.`),
    await examineEnvFile(),
    ...misspeltLines.map(wrong),
    // Only a warning: a variable of the environment may be for another program.
    ...misspeltVariables.map(warning),
  ];
  if (otherLines.length > 0) {
    diagnoses.push(note(`The bot does not read these lines of .env: ${otherLines.join(', ')}.`));
  }
  if (!parsed.ok) return [...diagnoses, ...parsed.problems.map(wrong)];
  const { platforms, http, tacTable, language, pricePerCheck } = parsed.value;
  const served = platforms.map(({ name }) => labelOf(name));
  if (misspeltLines.length === 0) {
    const where = served.length === 0 ? 'the terminal' : served.join(' and ');
    diagnoses.push(fine(`All are valid. Served: ${where}.`));
  }
  if (tacTable !== undefined) diagnoses.push(await examineTacTable(tacTable));
  if (language !== undefined && !isSupported(language)) {
    const languages = listLanguages().join(', ');
    diagnoses.push(warning(`LANGUAGE=${language} has no texts, so English is used: ${languages}.`));
  }
  if (pricePerCheck !== undefined && pricePerCheck > HIGH_PRICE_USD) {
    const message = `PRICE_PER_CHECK=${pricePerCheck} is USD ${pricePerCheck} for one check: 2 cents are 0.02.`;
    diagnoses.push(warning(message));
  }
  diagnoses.push(...peopleWarnings(parsed.value));
  if (http === undefined && served.length > 0) {
    diagnoses.push(note('HTTP_PORT is not set: there are no metrics and no health check.'));
  }
  return diagnoses;
}

/** Warns of settings that leave a served platform without people, or alerts without a recipient. */
function* peopleWarnings({
  platforms,
  access: { allowed, admins },
  service,
}: Config<ConfiguredPlatform>): Generator<Diagnosis> {
  // Admins may always use the bot.
  const withPeople = new Set([...allowed, ...admins].map(platformOf));
  for (const { name } of platforms) {
    if (allowed.length === 0 || withPeople.has(name)) continue;
    const problem = `ALLOWED names nobody on ${labelOf(name)}: everybody there is refused.`;
    yield warning(`${problem} List people or places there, or leave ALLOWED empty.`);
  }
  // The sandbox alerts nobody.
  if (service === undefined) return;
  if (admins.length === 0) {
    yield warning(
      'ADMINS is empty: nobody gets alerts, and /quota shows the key and all figures only in the terminal.',
    );
    return;
  }
  const reached = new Set(admins.filter(isPerson).map(platformOf));
  if (platforms.length > 0 && !platforms.some(({ name }) => reached.has(name))) {
    const served = platforms.map(({ name }) => labelOf(name)).join(' or ');
    yield warning(`ADMINS names no person on ${served}: nobody gets alerts.`);
  }
}

async function examineEnvFile(): Promise<Diagnosis> {
  // If `stat` fails, the settings were not read from the file either.
  const found = await stat('.env').catch(() => undefined);
  if (found === undefined) {
    return note('There is no .env in this directory: only the environment counts.');
  }
  const isReadByOthers =
    found.isFile() && (found.mode & 0o077) !== 0 && process.platform !== 'win32';
  return isReadByOthers
    ? warning('.env can be read by other users of this machine: chmod 600 .env')
    : fine('.env can be read only by its owner.');
}

function examineTacTable(file: string): Promise<Diagnosis> {
  return loadTacTable(file).then(
    ({ size }) => fine(`TAC_TABLE names ${size.toLocaleString('en')} types of phones.`),
    (error: unknown) => wrong(`TAC_TABLE: ${errorMessage(error)}`),
  );
}
