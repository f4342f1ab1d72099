import type {
  AdminCandidate,
  ConfiguredPlatform,
  PlatformDefinition,
} from '../../adapters/definition.ts';
import { createGetJson, type GetJson } from '../../adapters/http.ts';
import { PLATFORMS } from '../../adapters/platforms.ts';
import { configurePlatforms, openProxy } from '../../bot/settings.ts';
import { parseProxySettings } from '../../config/config.ts';
import { valueOrThrow } from '../../config/setting.ts';
import { errorMessage } from '../../core/errors.ts';
import {
  type AccessProblem,
  askSecret,
  askText,
  current,
  drop,
  problemWith,
  reportProblem,
  settledEnvironment,
  type Task,
} from './task.ts';

/** Examples of people, as settings name them. */
const PEOPLE = PLATFORMS.map(
  ({ name, principals }) => `${name}:user:${principals.user.example}`,
).join(',');

/** Asks where the bot serves, and for its tokens there. */
export async function askPlatforms(task: Task): Promise<void> {
  const chosen = await task.prompt.several(
    'Where should the bot serve? (Space selects, Enter continues; none: in this terminal)',
    PLATFORMS.map(({ name }) => ({ value: name, label: labelOf(name) })),
    PLATFORMS.filter(({ tokenKey }) => current(task, tokenKey) !== '').map(({ name }) => name),
  );
  for (const platform of PLATFORMS) {
    if (chosen.includes(platform.name)) await askToken(task, platform);
    else task.values.set(platform.tokenKey, '');
  }
}

/** Asks until the platform can be reached and accepts the token. */
async function askToken(task: Task, platform: PlatformDefinition): Promise<void> {
  const { name, tokenKey, apiUrl, setup: texts } = platform;
  // The bot has to find the API where setup finds it.
  if (current(task, apiUrl) !== '') task.values.set(apiUrl, current(task, apiUrl));
  await askSecret(task, tokenKey, `Token of your bot. ${texts.tokenFrom}`);
  for (;;) {
    const problem = await tryToken(task, platform);
    if (problem === undefined) break;
    reportProblem(task, problem.message);
    if (problem.wrongAnswer === 'secret') {
      drop(task, tokenKey);
      await askSecret(task, tokenKey, 'Token of your bot');
    } else {
      drop(task, apiUrl);
      await askText(task, apiUrl, `URL of the API of ${labelOf(name)} (empty: its own)`);
    }
  }
}

function labelOf(platform: string): string {
  return `${platform.slice(0, 1).toUpperCase()}${platform.slice(1)}`;
}

/** Asks a platform about its bot. Resolves with what is wrong, if something is. */
async function tryToken(
  task: Task,
  { name, apiUrl }: PlatformDefinition,
): Promise<AccessProblem | undefined> {
  // A token is not sent to a URL that the bot would refuse.
  const problem = problemWith(task, apiUrl, current(task, apiUrl));
  if (problem !== undefined) return { message: `${apiUrl}: ${problem}`, wrongAnswer: 'url' };
  const platform = configuredPlatforms(task).find((configured) => configured.name === name);
  if (platform === undefined) throw new Error(`${name} has no token`);
  const report = await platform.examine(await openGetJson(task));
  const wrong = report.diagnoses.find(({ severity }) => severity === 'wrong')?.message;
  if (wrong !== undefined)
    return { message: wrong, wrongAnswer: report.isUnreachable === true ? 'url' : 'secret' };
  task.context.say(`The token works. People add ${report.name ?? 'the bot'} by this link:`);
  if (report.invite !== undefined) task.context.say(report.invite);
  return undefined;
}

function configuredPlatforms(task: Task): readonly ConfiguredPlatform[] {
  return configurePlatforms(settledEnvironment(task));
}

/** Calls platforms as the bot will, through its proxy. @throws OperatorError */
async function openGetJson(task: Task): Promise<GetJson> {
  const settings = valueOrThrow(parseProxySettings(settledEnvironment(task)));
  return createGetJson(await openProxy(settings));
}

/** Asks for the admins, and proposes those whom the platforms know. */
export async function askAdmins(task: Task): Promise<void> {
  const candidates = task.prompt.isPerson ? await findAdminCandidates(task) : [];
  for (const { name, principal } of candidates) task.context.say(`${name} is ${principal}.`);
  const known = current(task, 'ADMINS').split(',').filter(Boolean);
  const proposed = [...new Set([...known, ...candidates.map(({ principal }) => principal)])];
  task.values.set('ADMINS', proposed.join(','));
  const form = `${PEOPLE} (empty: none yet; /quota shows your id)`;
  await askText(task, 'ADMINS', `Admins, who get alerts and have no daily limit, such as ${form}`);
}

/** Asks who may use the bot: strangers spend the operator's money. */
export async function askAllowed(task: Task): Promise<void> {
  const form = `${PEOPLE} (empty: everybody who finds it, each with a daily limit)`;
  await askText(task, 'ALLOWED', `Who may use the bot, such as ${form}`);
}

/** To whom the bots belong, as far as the platforms know. */
async function findAdminCandidates(task: Task): Promise<readonly AdminCandidate[]> {
  const getJson = await openGetJson(task);
  const candidates: AdminCandidate[] = [];
  for (const platform of configuredPlatforms(task)) {
    const step = PLATFORMS.find(({ name }) => name === platform.name)?.setup.beforeAdminCandidate;
    if (step !== undefined) await task.prompt.done(step);
    let candidate = await findAdminCandidate(task, platform, getJson);
    if (candidate === undefined && step !== undefined) {
      // Enter may have come before the message.
      await task.prompt.done(step);
      candidate = await findAdminCandidate(task, platform, getJson);
    }
    if (candidate !== undefined) candidates.push(candidate);
  }
  return candidates;
}

/** Says so if the platform does not know, or cannot be asked. */
async function findAdminCandidate(
  { context }: Task,
  platform: ConfiguredPlatform,
  getJson: GetJson,
): Promise<AdminCandidate | undefined> {
  const label = labelOf(platform.name);
  try {
    const candidate = await platform.findAdminCandidate(getJson);
    if (candidate === undefined) context.say(`${label} does not know who you are yet.`);
    return candidate;
  } catch (error) {
    context.say(`${label} could not be asked who you are (${errorMessage(error)}).`);
    return undefined;
  }
}
