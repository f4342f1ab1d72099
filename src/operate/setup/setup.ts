import { spawn } from 'node:child_process';
import { PLATFORMS } from '../../adapters/platforms.ts';
import { parseSettings } from '../../bot/settings.ts';
import { readSettingsText } from '../../config/environment.ts';
import { schemasOf } from '../../config/schemas.ts';
import { presentValues } from '../../config/setting.ts';
import { parseSettingsText } from '../../config/settings-text.ts';
import { EXIT } from '../../core/exit.ts';
import { examinePort, examineStore } from '../doctor/examine.ts';
import { parseFlags, type Tool } from '../tool.ts';
import { writeEnvFile } from './env-file.ts';
import { askAdmins, askAllowed, askPlatforms } from './platforms.ts';
import { askService } from './service.ts';
import {
  askText,
  current,
  drop,
  refuseWrongSettings,
  reportProblem,
  settledEnvironment,
  type Task,
} from './task.ts';

const FILE = '.env';
const TEMPLATE = '.env.example';

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
    refuseWrongSettings(task);
    await askService(task);
    await askPlatforms(task);
    await askAdmins(task);
    await askAllowed(task);
    await askPort(task);
    await writeEnvFile(FILE, {
      values: task.values,
      template: readSettingsText(TEMPLATE) ?? '',
      names: Object.keys(schemasOf(PLATFORMS)),
    });
    reportWritten(task);
    return (await task.prompt.yes('Start the bot now?')) ? startBot() : EXIT.ok;
  },
};

/** Asks for another port while the bot could not listen on the one that is set. */
async function askPort(task: Task): Promise<void> {
  for (;;) {
    const port = current(task, 'HTTP_PORT');
    if (port !== '') task.values.set('HTTP_PORT', port);
    const problem = await portProblem(task);
    if (problem === undefined) return;
    reportProblem(task, problem);
    drop(task, 'HTTP_PORT');
    await askText(task, 'HTTP_PORT', 'Port for the metrics and the health check (empty: none)');
  }
}

/** What is wrong with the port; undefined if the bot can listen there, or need not. */
async function portProblem(task: Task): Promise<string | undefined> {
  const parsed = parseSettings(settledEnvironment(task));
  if (!parsed.ok) return parsed.problems.join('\n');
  // A running bot uses the port.
  const { isInUse } = await examineStore(parsed.value);
  const [problem] = isInUse ? [] : await examinePort(parsed.value.http);
  return problem?.message;
}

/** Says which settings are in the file, and which are in this environment only. */
function reportWritten({ context, values }: Task): void {
  const { environment, say } = context;
  const named = [...values].flatMap(([name, value]) => (value === '' ? [] : [name]));
  const list = named.length === 0 ? 'no settings: the sandbox answers' : named.join(', ');
  say(`${FILE} is written; only you can read it. It has ${list}.`);
  const written = presentValues(parseSettingsText(readSettingsText(FILE) ?? '').values);
  const others = Object.entries(presentValues(environment)).flatMap(([name, value]) =>
    name in schemasOf(PLATFORMS) && written[name] !== value ? [name] : [],
  );
  if (others.length > 0)
    say(`This environment has other values of ${others.join(', ')}. They go before ${FILE}.`);
  say('To start the bot: npm start');
}

/** Starts the bot in this terminal, and ends with it. Resolves with its exit code. */
function startBot(): Promise<number> {
  const [program = ''] = process.argv.slice(1);
  const bot = spawn(process.execPath, [...process.execArgv, program], { stdio: 'inherit' });
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    // A tool would exit, and the bot would still write to this terminal while it ends in order.
    process.removeAllListeners(signal);
    // The terminal sends Ctrl-C to the bot as well, which would take a second one as urgent.
    process.on(signal, () => signal !== 'SIGINT' && bot.kill(signal));
  }
  return new Promise((resolve, reject) => {
    bot.on('exit', (code) => resolve(code ?? EXIT.crash));
    bot.on('error', reject);
  });
}
