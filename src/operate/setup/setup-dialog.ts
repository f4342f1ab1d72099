import { PLATFORMS } from '../../adapters/platforms.ts';
import { parseSettings } from '../../bot/settings.ts';
import type { Environment } from '../../config/environment.ts';
import { OperatorError } from '../../core/operator/operator-error.ts';
import { addSecret } from '../../core/operator/secrets.ts';
import type { ToolContext } from '../tool.ts';
import type { Prompt } from './prompt.ts';

/** The reason why the service or a platform cannot be used with the answers so far. */
export interface AccessProblem {
  readonly message: string;
  /** The answer that seems to be wrong: the key or token, or the URL. */
  readonly wrongAnswer: 'secret' | 'url';
}

/** Settings that setup asks for. All other settings have to be right before it begins. */
const ASKED: readonly string[] = [
  'LOOKUP_BASE_URL',
  'LOOKUP_API_KEY',
  'PRICE_PER_CHECK',
  ...PLATFORMS.flatMap(({ tokenKey, apiUrlKey }) => [tokenKey, apiUrlKey]),
  'ADMINS',
  'ALLOWED',
  'HTTP_PORT',
];

/** Asks the questions of setup, and has the answers so far. */
export class SetupDialog {
  readonly context: ToolContext;
  readonly prompt: Prompt;
  readonly #values = new Map<string, string>();

  constructor(context: ToolContext, prompt: Prompt) {
    this.context = context;
    this.prompt = prompt;
  }

  /** The values that setup will write. */
  get values(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** The answer, or the value in the environment if there is no answer yet. */
  currentValue(name: string): string {
    return (this.#values.get(name) ?? this.context.environment[name])?.trim() ?? '';
  }

  setAnswer(name: string, value: string): void {
    this.#values.set(name, value);
  }

  /** Forgets an answer that was refused. The question then begins with an empty one. */
  clearAnswer(name: string): void {
    this.#values.set(name, '');
  }

  /**
   * The environment with the answers so far. Settings that setup will still ask for are left out,
   * since they may be wrong until then.
   */
  environment(): Environment {
    const open = ASKED.filter((name) => !this.#values.has(name));
    return {
      ...this.context.environment,
      ...Object.fromEntries(this.#values),
      ...Object.fromEntries(open.map((name) => [name, ''])),
    };
  }

  /** @throws OperatorError if settings are wrong that setup does not ask for */
  refuseWrongSettings(): void {
    const parsed = parseSettings(this.environment());
    if (parsed.ok) return;
    const problems = parsed.problems.filter(
      (problem) => !ASKED.some((name) => problem.startsWith(`${name}:`)),
    );
    if (problems.length > 0) throw new OperatorError(problems.join('\n'));
  }

  /** The problem with one setting, as the bot would report it. */
  problemWith(name: string, answer: string): string | undefined {
    // An empty setting alone is never wrong. For example, without a URL the key is not needed.
    if (answer === '') return undefined;
    const parsed = parseSettings({ ...this.environment(), [name]: answer });
    const problem = parsed.ok
      ? undefined
      : parsed.problems.find((text) => text.startsWith(`${name}:`));
    return problem?.slice(name.length + 1).trim();
  }

  async askText(name: string, message: string): Promise<string> {
    const problemOf = (text: string): string | undefined => this.problemWith(name, text);
    const answer = await this.prompt.text({ message, initial: this.currentValue(name), problemOf });
    refuseUnlessRight(name, problemOf(answer));
    this.setAnswer(name, answer);
    return answer;
  }

  async askSecret(name: string, message: string): Promise<void> {
    const problemOf = (text: string): string | undefined =>
      text === '' ? 'is not set' : this.problemWith(name, text);
    const before = this.currentValue(name);
    const isSet = before !== '';
    const answer = (await this.prompt.secret({ message, isSet, problemOf })) || before;
    refuseUnlessRight(name, problemOf(answer));
    this.setAnswer(name, addSecret(answer));
  }

  /**
   * Says what is wrong with an answer.
   * @throws OperatorError if nobody can give another one
   */
  report(problem: string): void {
    if (!this.prompt.isPerson) throw new OperatorError(problem);
    this.context.print(problem);
  }
}

function refuseUnlessRight(name: string, problem: string | undefined): void {
  if (problem !== undefined) throw new OperatorError(`${name}: ${problem}`);
}
