import { PLATFORMS } from '../../adapters/platforms.ts';
import { parseSettings } from '../../bot/settings.ts';
import { keepSecret } from '../../core/secrets.ts';
import { EXIT } from '../../ops/lifecycle.ts';
import { createMask } from '../../ops/log/mask.ts';
import { examinePlatforms } from '../doctor/platforms.ts';
import { Refusal, readWords, type Tool, type ToolContext } from '../tool.ts';
import { type Asker, createUnattended, GivenUp } from './asker.ts';
import { createKeyChecks, type KeyChecks } from './checks.ts';
import { textOf, writeEnvFile } from './env-file.ts';

const FILE = '.env';
const TEMPLATE = '.env.example';

/** Asks for what the bot needs, checks it at once, and writes it down. */
export const setup: Tool = {
  usage: `setup [--unattended]
    Asks for the service and its key, the platforms and their tokens, and the admins, checks each at once, and writes
    .env. Where no terminal is there, or with --unattended, the environment answers, and what is wrong ends it.`,
  run: async (words, context) => {
    const { flags } = readWords(words, ['unattended']);
    const isPerson =
      !flags.has('unattended') && process.stdin.isTTY === true && process.stdout.isTTY === true;
    return setUp(context, isPerson ? await aPerson() : createUnattended(context.say));
  },
};

/** Loaded only where it is used. */
async function aPerson(): Promise<Asker> {
  const { createPerson } = await import('./person.ts');
  return createPerson((text) => createMask([]).text(text));
}

async function setUp(context: ToolContext, asker: Asker): Promise<number> {
  const values = new Map<string, string>();
  const task: Task = { context, asker, values, keys: createKeyChecks(context.clock) };
  try {
    await askService(task);
    await askPlatforms(task);
    await askAdmins(task);
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    asker.say('Nothing was written to .env.');
    return EXIT.broken;
  } finally {
    await task.keys.end();
  }
  await writeEnvFile(FILE, values, (await textOf(TEMPLATE)) ?? '');
  asker.say(`${FILE} is written; only you can read it. Start the bot: npm start`);
  return EXIT.well;
}

interface Task {
  readonly context: ToolContext;
  readonly asker: Asker;
  /** What will be written. */
  readonly values: Map<string, string>;
  readonly keys: KeyChecks;
}

/** The environment as it would be with what was answered, and another answer. */
function environmentWith(
  { context, values }: Task,
  name?: string,
  answer?: string,
): Record<string, string | undefined> {
  return {
    ...context.environment,
    ...Object.fromEntries(values),
    ...(name !== undefined && { [name]: answer }),
  };
}

function setNow(task: Task, name: string): string {
  return environmentWith(task)[name]?.trim() ?? '';
}

/** What the bot itself would say of one variable. */
function problemWith(task: Task, name: string): (answer: string) => string | undefined {
  return (answer) => {
    // Without an address there is no key: it is asked for after the address.
    const keyless = name === 'LOOKUP_BASE_URL' && answer === '' ? { LOOKUP_API_KEY: '' } : {};
    const parsed = parseSettings({ ...environmentWith(task, name, answer), ...keyless });
    const problem = parsed.ok ? undefined : parsed.problems.find((one) => one.startsWith(`${name}:`));
    return problem?.slice(name.length + 1).trim();
  };
}

async function askText(task: Task, name: string, message: string): Promise<string> {
  const problemOf = problemWith(task, name);
  const answer = await task.asker.text({ message, initial: setNow(task, name), problemOf });
  const problem = problemOf(answer);
  if (problem !== undefined) throw new Refusal(`${name}: ${problem}`);
  task.values.set(name, answer);
  return answer;
}

async function askSecret(task: Task, name: string, message: string): Promise<void> {
  const problemOf = (answer: string): string | undefined =>
    answer === '' ? 'write it, or press Ctrl-C to give up' : problemWith(task, name)(answer);
  const before = setNow(task, name);
  const answer = (await task.asker.secret({ message, isSet: before !== '', problemOf })) ?? before;
  const problem = problemOf(answer);
  if (problem !== undefined) throw new Refusal(`${name}: ${answer === '' ? 'is not set' : problem}`);
  task.values.set(name, keepSecret(answer));
}

/** What was refused is not offered again. @throws Refusal where no other answer can come */
function complainOf({ asker, values }: Task, name: string, problem: string): void {
  if (!asker.isPerson) throw new Refusal(problem);
  asker.complain(problem);
  values.set(name, '');
}

/** Until the service takes the key, or the embedded sandbox does. */
async function askService(task: Task): Promise<void> {
  for (;;) {
    const address = await askText(
      task,
      'LOOKUP_BASE_URL',
      'Address of the service, without /api (empty: the embedded sandbox)',
    );
    if (address === '') {
      task.values.set('LOOKUP_API_KEY', '');
      return;
    }
    await askSecret(task, 'LOOKUP_API_KEY', 'Your key (LOOKUP_API_KEY)');
    const problem = await checkKey(task);
    if (problem === undefined) return;
    complainOf(task, 'LOOKUP_API_KEY', problem);
  }
}

async function checkKey(task: Task): Promise<string | undefined> {
  const parsed = parseSettings(environmentWith(task));
  if (!parsed.ok) return parsed.problems.join('\n');
  const { problem, says } = await task.asker.during(
    'Asking the service for the state of the key; on a store that was used before that may take two minutes',
    (givenUp) => task.keys.check(parsed.config, givenUp),
  );
  if (problem === undefined) for (const line of says) task.asker.say(line);
  return problem;
}

async function askPlatforms(task: Task): Promise<void> {
  const names = PLATFORMS.map(({ name }) => name);
  const chosen = await task.asker.several({
    message: 'Where is the bot to be? (Space chooses, Enter goes on; none: in this terminal)',
    options: names,
    chosen: PLATFORMS.filter(({ servedBy }) => setNow(task, servedBy) !== '').map(({ name }) => name),
  });
  for (const { name, servedBy } of PLATFORMS) {
    if (!chosen.includes(name)) task.values.set(servedBy, '');
    else await askToken(task, name, servedBy);
  }
}

/** Until the platform takes the token. */
async function askToken(task: Task, platform: string, name: string): Promise<void> {
  for (;;) {
    await askSecret(task, name, `Token of the bot (${name})`);
    const parsed = parseSettings(environmentWith(task));
    const others = Object.fromEntries(
      PLATFORMS.filter((one) => one.name !== platform).map(({ servedBy }) => [servedBy, '']),
    );
    const [report] = await task.asker.during(`Asking ${platform}`, (givenUp) =>
      examinePlatforms(
        { environment: { ...environmentWith(task), ...others } },
        parsed.ok ? parsed.config.proxy : undefined,
        givenUp,
      ),
    );
    const wrong = report?.findings.find(({ state }) => state === 'wrong')?.says;
    if (wrong === undefined) {
      task.asker.say(`${platform}: ${report?.name ?? 'the bot'} is taken. Invite it by this link:`);
      if (report?.invite !== undefined) task.asker.link(report.invite);
      return;
    }
    complainOf(task, name, wrong);
  }
}

async function askAdmins(task: Task): Promise<void> {
  await askText(
    task,
    'ADMINS',
    'Who is told of trouble and may see the quota, such as discord:user:123,telegram:user:456 (empty: nobody yet)',
  );
}
