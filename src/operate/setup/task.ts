import { parseSettings } from '../../bot/settings.ts';
import { addSecret } from '../../core/secrets.ts';
import { Refusal, type ToolContext } from '../tool.ts';
import type { Prompt } from './prompt.ts';

/** One run of setup. */
export interface Task {
  readonly context: ToolContext;
  readonly prompt: Prompt;
  /** What will be written. */
  readonly values: Map<string, string>;
}

/** The environment with the answers so far, and more. */
export function environmentWith(
  { context, values }: Task,
  more: Readonly<Record<string, string>> = {},
) {
  return { ...context.environment, ...Object.fromEntries(values), ...more };
}

export function current(task: Task, name: string): string {
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

export async function askText(task: Task, name: string, message: string): Promise<string> {
  const problemOf = (text: string): string | undefined => problemWith(task, name, text);
  const answer = await task.prompt.text({ message, initial: current(task, name), problemOf });
  const problem = problemOf(answer);
  if (problem !== undefined) throw new Refusal(`${name}: ${problem}`);
  task.values.set(name, answer);
  return answer;
}

export async function askSecret(task: Task, name: string, message: string): Promise<void> {
  const problemOf = (text: string): string | undefined =>
    text === '' ? 'is not set' : problemWith(task, name, text);
  const before = current(task, name);
  const answer = (await task.prompt.secret({ message, isSet: before !== '', problemOf })) || before;
  const problem = problemOf(answer);
  if (problem !== undefined) throw new Refusal(`${name}: ${problem}`);
  task.values.set(name, addSecret(answer));
}

/** Drops a refused answer. @throws Refusal if nobody can give another one */
export function reportProblem(
  { prompt, context, values }: Task,
  name: string,
  problem: string,
): void {
  if (!prompt.isPerson) throw new Refusal(problem);
  context.say(problem);
  values.set(name, '');
}
