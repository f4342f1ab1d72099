import { PLATFORMS } from '../../adapters/platforms.ts';
import { parseSettings } from '../../bot/settings.ts';
import type { Environment } from '../../config/setting.ts';
import { OperatorError } from '../../core/errors.ts';
import { addSecret } from '../../core/secrets.ts';
import type { ToolContext } from '../tool.ts';
import type { Prompt } from './prompt.ts';

/** One run of setup. */
export interface Task {
  readonly context: ToolContext;
  readonly prompt: Prompt;
  /** What will be written. */
  readonly values: Map<string, string>;
}

/** Why the service or a platform cannot be used with the answers so far. */
export interface AccessProblem {
  readonly message: string;
  /** The answer that seems to be wrong: the key or token, or the URL. */
  readonly wrongAnswer: 'secret' | 'url';
}

/** The environment with the answers so far. */
function environmentWith({ context, values }: Task): Environment {
  return { ...context.environment, ...Object.fromEntries(values) };
}

/** What setup asks for. All other settings have to be right before it begins. */
const ASKED: readonly string[] = [
  'LOOKUP_BASE_URL',
  'LOOKUP_API_KEY',
  'PRICE_PER_CHECK',
  ...PLATFORMS.flatMap(({ tokenKey, apiUrl }) => [tokenKey, apiUrl]),
  'ADMINS',
  'ALLOWED',
  'HTTP_PORT',
];

/**
 * The environment with the answers so far, without what will be asked: that may be wrong until
 * then.
 */
export function settledEnvironment(
  task: Task,
  more: Readonly<Record<string, string>> = {},
): Environment {
  const open = ASKED.filter((name) => !task.values.has(name));
  return {
    ...environmentWith(task),
    ...Object.fromEntries(open.map((name) => [name, ''])),
    ...more,
  };
}

/** @throws OperatorError if settings are wrong that setup does not ask for */
export function refuseWrongSettings(task: Task): void {
  const parsed = parseSettings(settledEnvironment(task));
  if (parsed.ok) return;
  const problems = parsed.problems.filter(
    (problem) => !ASKED.some((name) => problem.startsWith(`${name}:`)),
  );
  if (problems.length > 0) throw new OperatorError(problems.join('\n'));
}

export function current(task: Task, name: string): string {
  return environmentWith(task)[name]?.trim() ?? '';
}

/** What is wrong with one variable, as the bot would report it. */
export function problemWith(task: Task, name: string, answer: string): string | undefined {
  // Alone it never is: without a URL the key is not needed either.
  if (answer === '') return undefined;
  const parsed = parseSettings(settledEnvironment(task, { [name]: answer }));
  const problem = parsed.ok
    ? undefined
    : parsed.problems.find((text) => text.startsWith(`${name}:`));
  return problem?.slice(name.length + 1).trim();
}

export async function askText(task: Task, name: string, message: string): Promise<string> {
  const problemOf = (text: string): string | undefined => problemWith(task, name, text);
  const answer = await task.prompt.text({ message, initial: current(task, name), problemOf });
  const problem = problemOf(answer);
  if (problem !== undefined) throw new OperatorError(`${name}: ${problem}`);
  task.values.set(name, answer);
  return answer;
}

export async function askSecret(task: Task, name: string, message: string): Promise<void> {
  const problemOf = (text: string): string | undefined =>
    text === '' ? 'is not set' : problemWith(task, name, text);
  const before = current(task, name);
  const answer = (await task.prompt.secret({ message, isSet: before !== '', problemOf })) || before;
  const problem = problemOf(answer);
  if (problem !== undefined) throw new OperatorError(`${name}: ${problem}`);
  task.values.set(name, addSecret(answer));
}

/** Says what is wrong with an answer. @throws OperatorError if nobody can give another one */
export function reportProblem({ prompt, context }: Task, problem: string): void {
  if (!prompt.isPerson) throw new OperatorError(problem);
  context.say(problem);
}

/** Forgets an answer that was refused. The question then begins with an empty one. */
export function drop({ values }: Task, name: string): void {
  values.set(name, '');
}
