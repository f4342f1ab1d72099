import {
  type AdminCandidate,
  type ConfiguredPlatform,
  labelOf,
  type PlatformDefinition,
} from '../../adapters/definition.ts';
import { createGetJson, type GetJson } from '../../adapters/get-json.ts';
import { PLATFORMS } from '../../adapters/platforms.ts';
import { visibleLine } from '../../adapters/rendering/visible-text.ts';
import { configurePlatforms, openProxy } from '../../bot/settings.ts';
import { valueOrThrow } from '../../config/parsed.ts';
import { listedIn } from '../../config/principal-list.ts';
import { parseProxySettings } from '../../config/store-and-proxy.ts';
import { ConnectionFailed } from '../../core/network/no-answer.ts';
import type { AccessProblem, SetupDialog } from './setup-dialog.ts';

/** Examples of people, as settings name them. */
const PEOPLE = PLATFORMS.map(
  ({ name, principals }) => `${name}:user:${principals.user.example}`,
).join(',');

/** Asks where the bot serves, and for its tokens there. */
export async function askPlatforms(dialog: SetupDialog): Promise<void> {
  const chosen = await dialog.prompt.several(
    'Where should the bot serve? (Space selects, Enter continues; none: in this terminal)',
    PLATFORMS.map(({ name }) => ({ value: name, label: labelOf(name) })),
    PLATFORMS.filter(({ tokenKey }) => dialog.currentValue(tokenKey) !== '').map(
      ({ name }) => name,
    ),
  );
  for (const platform of PLATFORMS) {
    if (chosen.includes(platform.name)) await askToken(dialog, platform);
    else dialog.setAnswer(platform.tokenKey, '');
  }
}

/** Asks until the platform can be reached and accepts the token. */
async function askToken(dialog: SetupDialog, platform: PlatformDefinition): Promise<void> {
  const { name, tokenKey, apiUrlKey, setup: texts } = platform;
  // The bot has to find the API where setup finds it.
  const apiUrl = dialog.currentValue(apiUrlKey);
  if (apiUrl !== '') dialog.setAnswer(apiUrlKey, apiUrl);
  await dialog.askSecret(tokenKey, `Token of your bot. ${texts.tokenFrom}`);
  for (;;) {
    const problem = await tryToken(dialog, platform);
    if (problem === undefined) break;
    dialog.report(problem.message);
    if (problem.wrongAnswer === 'secret') {
      dialog.clearAnswer(tokenKey);
      await dialog.askSecret(tokenKey, 'Token of your bot');
    } else {
      dialog.clearAnswer(apiUrlKey);
      await dialog.askText(apiUrlKey, `URL of the API of ${labelOf(name)} (empty: its own)`);
    }
  }
}

/** Asks a platform about its bot. Resolves with what is wrong, if something is. */
async function tryToken(
  dialog: SetupDialog,
  { name, apiUrlKey }: PlatformDefinition,
): Promise<AccessProblem | undefined> {
  // A token is not sent to a URL that the bot would refuse.
  const problem = dialog.problemWith(apiUrlKey, dialog.currentValue(apiUrlKey));
  if (problem !== undefined) return { message: `${apiUrlKey}: ${problem}`, wrongAnswer: 'url' };
  const platform = configuredPlatforms(dialog).find((configured) => configured.name === name);
  if (platform === undefined) throw new Error(`${name} has no token`);
  const report = await platform.examine(await openGetJson(dialog));
  const wrong = report.diagnoses.find(({ severity }) => severity === 'wrong')?.message;
  if (wrong !== undefined) {
    return { message: wrong, wrongAnswer: report.isUnreachable === true ? 'url' : 'secret' };
  }
  dialog.context.print(`The token works. People add ${report.name ?? 'the bot'} by this link:`);
  if (report.invite !== undefined) dialog.context.print(report.invite);
  return undefined;
}

function configuredPlatforms(dialog: SetupDialog): readonly ConfiguredPlatform[] {
  return configurePlatforms(dialog.environment());
}

/**
 * Calls platforms as the bot will, through its proxy.
 * @throws OperatorError
 */
async function openGetJson(dialog: SetupDialog): Promise<GetJson> {
  const settings = valueOrThrow(parseProxySettings(dialog.environment()));
  return createGetJson(await openProxy(settings));
}

/** Asks for the admins, and proposes the people that the platforms know. */
export async function askAdmins(dialog: SetupDialog): Promise<void> {
  const candidates = dialog.prompt.isPerson ? await findAdminCandidates(dialog) : [];
  for (const { name, principal } of candidates) {
    // The candidate may be any stranger who wrote to the bot, with any name.
    dialog.context.print(`${visibleLine(name)} is ${principal}.`);
  }
  const known = listedIn(dialog.currentValue('ADMINS'));
  const proposed = [...new Set([...known, ...candidates.map(({ principal }) => principal)])];
  dialog.setAnswer('ADMINS', proposed.join(','));
  const form = `${PEOPLE} (empty: none yet; /quota shows your id)`;
  await dialog.askText('ADMINS', `Admins, who get alerts and have no daily limit, such as ${form}`);
}

/** Asks who may use the bot: strangers spend the operator's money. */
export async function askAllowed(dialog: SetupDialog): Promise<void> {
  const form = `${PEOPLE} (empty: everybody who finds it, each with a daily limit)`;
  await dialog.askText('ALLOWED', `Who may use the bot, such as ${form}`);
}

/** The people who own the bots, as far as the platforms know. */
async function findAdminCandidates(dialog: SetupDialog): Promise<readonly AdminCandidate[]> {
  const getJson = await openGetJson(dialog);
  const candidates: AdminCandidate[] = [];
  for (const platform of configuredPlatforms(dialog)) {
    const step = PLATFORMS.find(({ name }) => name === platform.name)?.setup.beforeAdminCandidate;
    if (step !== undefined) await dialog.prompt.done(step);
    let candidate = await findAdminCandidate(dialog, platform, getJson);
    if (candidate === undefined && step !== undefined) {
      // The person may have pressed Enter before their message arrived.
      await dialog.prompt.done(step);
      candidate = await findAdminCandidate(dialog, platform, getJson);
    }
    if (candidate !== undefined) candidates.push(candidate);
  }
  return candidates;
}

/** Finds the owner of a bot. Tells the person if the platform does not know, or cannot be asked. */
async function findAdminCandidate(
  { context }: SetupDialog,
  platform: ConfiguredPlatform,
  getJson: GetJson,
): Promise<AdminCandidate | undefined> {
  const label = labelOf(platform.name);
  try {
    const candidate = await platform.findAdminCandidate(getJson);
    if (candidate === undefined) {
      // That bot has received the message, and the platform does not deliver it a second time.
      const hint = 'If your bot runs already, it answers /quota with your id.';
      context.print(`${label} does not know who you are yet. ${hint}`);
    }
    return candidate;
  } catch (error) {
    if (!(error instanceof ConnectionFailed)) throw error;
    context.print(`${label} could not be asked who you are (${error.message}).`);
    return undefined;
  }
}
