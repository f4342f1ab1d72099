import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type {
  AdminCandidate,
  ConfiguredPlatform,
  PlatformDefinition,
} from '../../adapters/definition.ts';
import { createGetJson, type GetJson } from '../../adapters/http.ts';
import { PLATFORMS } from '../../adapters/platforms.ts';
import { openProxy, parseSettings } from '../../bot/settings.ts';
import type { Config } from '../../config/config.ts';
import { setVariables } from '../../config/setting.ts';
import { settingsOf } from '../../config/variables.ts';
import { messageOf } from '../../core/errors.ts';
import { addSecret } from '../../core/secrets.ts';
import { EXIT } from '../../ops/lifecycle.ts';
import { ServiceFailure } from '../../provider/errors.ts';
import { fileOf } from '../../store/kinds.ts';
import { askForKey, examinePlatforms, examinePort, examineStore } from '../doctor/examine.ts';
import { keyDiagnoses, keyProblem } from '../doctor/key.ts';
import { parseFlags, Refusal, type Tool, type ToolContext } from '../tool.ts';
import { textOf, writeEnvFile } from './env-file.ts';
import type { Prompt } from './prompt.ts';

const FILE = '.env';
const TEMPLATE = '.env.example';
/** On a store that does not know the latest sends, a window has to pass first. */
const PATIENCE_MS = 150_000;
/** Examples of people, as settings name them. */
const PEOPLE = PLATFORMS.map(
  ({ name, principals }) => `${name}:user:${principals.user.example}`,
).join(',');

/** Asks for what the bot needs, tries it at once, and writes it to `.env`. */
export const setup: Tool = {
  usage: `setup [--unattended]
    Asks for the service, its key and price, the platforms and their tokens, the admins, and who may use it, tries each at once,
    and writes .env. Without a terminal, or with --unattended, the answers come from the environment, and a wrong one ends it.`,
  run: async (words, context) => {
    const { flags } = parseFlags(words, ['unattended']);
    const isPerson = !flags.has('unattended') && process.stdin.isTTY && process.stdout.isTTY;
    const { PERSON, UNATTENDED } = await import('./prompt.ts');
    const task: Task = { context, prompt: isPerson ? PERSON : UNATTENDED, values: new Map() };
    await askService(task);
    await askPlatforms(task);
    await askAdmins(task);
    await askAllowed(task);
    await askPort(task);
    await writeEnvFile(FILE, task.values, (await textOf(TEMPLATE)) ?? '');
    await reportWritten(task);
    return (await task.prompt.yes('Start the bot now?')) ? startBot() : EXIT.ok;
  },
};

interface Task {
  readonly context: ToolContext;
  readonly prompt: Prompt;
  /** What will be written. */
  readonly values: Map<string, string>;
}

/** The environment with the answers so far, and more. */
function environmentWith({ context, values }: Task, more: Readonly<Record<string, string>> = {}) {
  return { ...context.environment, ...Object.fromEntries(values), ...more };
}

function current(task: Task, name: string): string {
  const set: Readonly<Record<string, string | undefined>> = environmentWith(task);
  return set[name]?.trim() ?? '';
}

/** What is wrong with one variable, as the bot would report it. */
function problemWith(task: Task, name: string, answer: string): string | undefined {
  // Without a URL there is no key: it is asked for after the URL.
  const keyless = name === 'LOOKUP_BASE_URL' && answer === '' ? { LOOKUP_API_KEY: '' } : {};
  const parsed = parseSettings(environmentWith(task, { [name]: answer, ...keyless }));
  const problem = parsed.ok
    ? undefined
    : parsed.problems.find((text) => text.startsWith(`${name}:`));
  return problem?.slice(name.length + 1).trim();
}

async function askText(task: Task, name: string, message: string): Promise<string> {
  const problemOf = (text: string): string | undefined => problemWith(task, name, text);
  const answer = await task.prompt.text({ message, initial: current(task, name), problemOf });
  const problem = problemOf(answer);
  if (problem !== undefined) throw new Refusal(`${name}: ${problem}`);
  task.values.set(name, answer);
  return answer;
}

async function askSecret(task: Task, name: string, message: string): Promise<void> {
  const problemOf = (text: string): string | undefined =>
    text === '' ? 'is not set' : problemWith(task, name, text);
  const before = current(task, name);
  const answer = (await task.prompt.secret({ message, isSet: before !== '', problemOf })) || before;
  const problem = problemOf(answer);
  if (problem !== undefined) throw new Refusal(`${name}: ${problem}`);
  task.values.set(name, addSecret(answer));
}

/** Drops a refused answer. @throws Refusal if nobody can give another one */
function reportProblem({ prompt, context, values }: Task, name: string, problem: string): void {
  if (!prompt.isPerson) throw new Refusal(problem);
  context.say(problem);
  values.set(name, '');
}

/** Asks until the service accepts the key, or the person chooses the embedded sandbox. */
async function askService(task: Task): Promise<void> {
  const message = 'URL of the service, without /api (empty: the embedded sandbox)';
  for (;;) {
    if ((await askText(task, 'LOOKUP_BASE_URL', message)) === '') {
      task.values.set('LOOKUP_API_KEY', '');
      return;
    }
    if (await askKey(task)) break;
  }
  const price =
    'What does a check cost you, in USD? (such as 0.02; empty: /quota counts checks only)';
  await askText(task, 'PRICE_PER_CHECK', price);
}

/** Asks until the service accepts the key. Resolves with false if the URL seems to be wrong. */
async function askKey(task: Task): Promise<boolean> {
  for (;;) {
    await askSecret(task, 'LOOKUP_API_KEY', 'Your key, which the service sold to you');
    const parsed = parseSettings(environmentWith(task));
    const problem = parsed.ok
      ? await tryKey(parsed.config, task.context)
      : { message: parsed.problems.join('\n'), isOfKey: false };
    if (problem === undefined) return true;
    reportProblem(task, 'LOOKUP_API_KEY', problem.message);
    if (!problem.isOfKey) return false;
  }
}

/** What is wrong, and whether another key could help. */
interface KeyProblem {
  readonly message: string;
  readonly isOfKey: boolean;
}

/**
 * Asks the service for the state of the key, within the limit of the bot. Resolves with what is
 * wrong, if something is.
 */
async function tryKey(
  config: Config,
  { clock, say }: ToolContext,
): Promise<KeyProblem | undefined> {
  const { isInUse } = await examineStore(config);
  if (isInUse) {
    say(
      'The key was not tried: a bot runs on this store, and only that bot knows what the limit allows.',
    );
    return undefined;
  }
  const file = fileOf(config.storeUrl);
  // Nothing was sent before the first store, and the bot's first start lets a window pass after
  // this.
  const isNew = file !== undefined && !existsSync(file);
  say('Trying the key. If the store was used before, this can take two minutes.');
  try {
    const target = isNew ? { ...config, storeUrl: 'sqlite://:memory:' } : config;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const status = await askForKey({ config: target, clock, signal, isNew });
    const diagnoses = keyDiagnoses(status, clock);
    const problem = diagnoses.find(({ state }) => state === 'wrong')?.message;
    if (problem !== undefined) return { message: problem, isOfKey: true };
    for (const { message } of diagnoses) say(message);
    return undefined;
  } catch (error) {
    const problem = keyProblem(error);
    if (problem !== undefined || !(error instanceof Error && error.name === 'TimeoutError')) {
      const isOfKey = error instanceof ServiceFailure && error.kind === 'account';
      return { message: problem ?? String(error), isOfKey };
    }
    say('The key was not tried: the limit had no free slot within two minutes.');
    return undefined;
  }
}

async function askPlatforms(task: Task): Promise<void> {
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
  await askSecret(task, tokenKey, `Token of your bot. ${texts.tokenFrom}`);
  for (;;) {
    const problem = await tryToken(task, name);
    if (problem === undefined) break;
    if (problem.isOfToken) {
      reportProblem(task, tokenKey, problem.message);
      await askSecret(task, tokenKey, 'Token of your bot');
    } else {
      reportProblem(task, apiUrl, problem.message);
      await askText(task, apiUrl, `URL of the API of ${labelOf(name)} (empty: its own)`);
    }
  }
  // The bot has to find the API where setup has found it.
  if (current(task, apiUrl) !== '') task.values.set(apiUrl, current(task, apiUrl));
}

function labelOf(platform: string): string {
  return `${platform.slice(0, 1).toUpperCase()}${platform.slice(1)}`;
}

interface TokenProblem {
  readonly message: string;
  /** Whether another token could help, and not another URL. */
  readonly isOfToken: boolean;
}

/** Asks a platform about its bot. Resolves with what is wrong, if something is. */
async function tryToken(task: Task, platform: string): Promise<TokenProblem | undefined> {
  const parsed = parseSettings(environmentWith(task));
  const otherTokens = PLATFORMS.filter(({ name }) => name !== platform).map(({ tokenKey }) => [
    tokenKey,
    '',
  ]);
  const environment = environmentWith(task, Object.fromEntries(otherTokens));
  const [report] = await examinePlatforms(environment, parsed.ok ? parsed.config.proxy : undefined);
  const wrong = report?.diagnoses.find(({ state }) => state === 'wrong')?.message;
  if (wrong !== undefined) return { message: wrong, isOfToken: report?.isUnreachable !== true };
  task.context.say(`The token works. People add ${report?.name ?? 'the bot'} by this link:`);
  if (report?.invite !== undefined) task.context.say(report.invite);
  return undefined;
}

/** Asks for the admins, and proposes those whom the platforms know. */
async function askAdmins(task: Task): Promise<void> {
  const candidates = task.prompt.isPerson ? await findAdminCandidates(task) : [];
  for (const { name, principal } of candidates) task.context.say(`${name} is ${principal}.`);
  const known = current(task, 'ADMINS').split(',').filter(Boolean);
  const proposed = [...new Set([...known, ...candidates.map(({ principal }) => principal)])];
  task.values.set('ADMINS', proposed.join(','));
  const form = `${PEOPLE} (empty: none yet; /quota shows your id)`;
  await askText(task, 'ADMINS', `Admins, who get alerts and have no daily limit, such as ${form}`);
}

/** Asks who may use the bot: strangers spend the operator's money. */
async function askAllowed(task: Task): Promise<void> {
  const form = `${PEOPLE} (empty: everybody who finds it, each with a daily limit)`;
  await askText(task, 'ALLOWED', `Who may use the bot, such as ${form}`);
}

/** To whom the bots belong, as far as the platforms know. */
async function findAdminCandidates(task: Task): Promise<readonly AdminCandidate[]> {
  const parsed = parseSettings(environmentWith(task));
  if (!parsed.ok) return [];
  const getJson = createGetJson(await openProxy(parsed.config));
  const candidates: AdminCandidate[] = [];
  for (const platform of parsed.config.platforms) {
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
    context.say(`${label} could not be asked who you are (${messageOf(error)}).`);
    return undefined;
  }
}

/** Asks for another port while the bot could not listen on the one that is set. */
async function askPort(task: Task): Promise<void> {
  for (;;) {
    const parsed = parseSettings(environmentWith(task));
    if (!parsed.ok || parsed.config.http === undefined) return;
    // A running bot uses the port.
    const { isInUse } = await examineStore(parsed.config);
    const [problem] = isInUse ? [] : await examinePort(parsed.config.http);
    task.values.set('HTTP_PORT', String(parsed.config.http.port));
    if (problem === undefined) return;
    reportProblem(task, 'HTTP_PORT', problem.message);
    await askText(task, 'HTTP_PORT', 'Port for the metrics and the health check (empty: none)');
  }
}

/** Says which settings are in the file, and which are in this environment only. */
async function reportWritten({ context, values }: Task): Promise<void> {
  const { environment, say } = context;
  const named = [...values].flatMap(([name, value]) => (value === '' ? [] : [name]));
  const list = named.length === 0 ? 'no settings: the sandbox answers' : named.join(', ');
  say(`${FILE} is written; only you can read it. It has ${list}.`);
  const written = setVariables(parseEnv((await textOf(FILE)) ?? ''));
  const others = Object.entries(setVariables(environment)).flatMap(([name, value]) =>
    name in settingsOf(PLATFORMS) && written[name] !== value ? [name] : [],
  );
  if (others.length > 0)
    say(`This environment has other values of ${others.join(', ')}. They go before ${FILE}.`);
  say('To start the bot: npm start');
}

/** Starts the bot in this terminal. Resolves with its exit code. */
function startBot(): Promise<number> {
  const [program = ''] = process.argv.slice(1);
  const bot = spawn(process.execPath, [...process.execArgv, program], { stdio: 'inherit' });
  // Ctrl-C reaches the bot as well, which ends in order.
  process.on('SIGINT', () => undefined);
  return new Promise((resolve, reject) => {
    bot.on('exit', (code) => resolve(code ?? EXIT.crash));
    bot.on('error', reject);
  });
}
