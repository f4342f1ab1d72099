import { spawn } from 'node:child_process';
import { PLATFORMS } from '../../adapters/platforms.ts';
import { parseSettings } from '../../bot/settings.ts';
import { START, START_OF_PACKAGE } from '../../config/arguments.ts';
import { presentValues } from '../../config/environment.ts';
import { schemasOf } from '../../config/setting-schemas.ts';
import { readSettingsText } from '../../config/setting-sources.ts';
import { parseSettingsText } from '../../config/settings-text.ts';
import { EXIT } from '../../core/operator/operator-error.ts';
import { examinePort } from '../examination/examine-port.ts';
import { examineStore } from '../examination/examine-store.ts';
import { optionsIn, type Tool } from '../tool.ts';
import { askAdmins, askAllowed, askPlatforms } from './ask-platforms.ts';
import { askService } from './ask-service.ts';
import { writeEnvFile } from './env-file.ts';
import { SetupDialog } from './setup-dialog.ts';

const FILE = '.env';
const TEMPLATE = '.env.example';

/** Asks for what the bot needs, tries it immediately, and writes it to `.env`. */
export const setup: Tool = {
  usage: `setup [--unattended]
    Asks for the service, its key and price, the platforms and their tokens, the admins, and who may use it, tries each at once,
    and writes .env. Without a terminal, or with --unattended, the answers come from the environment, and a wrong one ends it.`,
  run: async (words, context) => {
    const options = optionsIn(words, ['unattended']);
    const isPerson = !options.has('unattended') && process.stdin.isTTY && process.stdout.isTTY;
    const { PERSON, UNATTENDED } = await import('./prompt.ts');
    const dialog = new SetupDialog(context, isPerson ? PERSON : UNATTENDED);
    dialog.refuseWrongSettings();
    await askService(dialog);
    await askPlatforms(dialog);
    await askAdmins(dialog);
    await askAllowed(dialog);
    await askPort(dialog);
    await writeEnvFile(FILE, {
      values: dialog.values,
      template: readSettingsText(TEMPLATE) ?? '',
      names: Object.keys(schemasOf(PLATFORMS)),
    });
    reportWritten(dialog);
    return (await dialog.prompt.yes('Start the bot now?')) ? startBot() : EXIT.ok;
  },
};

/** Asks for another port while the bot could not listen on the one that is set. */
async function askPort(dialog: SetupDialog): Promise<void> {
  for (;;) {
    const port = dialog.currentValue('HTTP_PORT');
    if (port !== '') dialog.setAnswer('HTTP_PORT', port);
    const problem = await portProblem(dialog);
    if (problem === undefined) return;
    dialog.report(problem);
    dialog.clearAnswer('HTTP_PORT');
    await dialog.askText('HTTP_PORT', 'Port for the metrics and the health check (empty: none)');
  }
}

/** The problem with the port; undefined if the bot can listen there, or need not. */
async function portProblem(dialog: SetupDialog): Promise<string | undefined> {
  const parsed = parseSettings(dialog.environment());
  if (!parsed.ok) return parsed.problems.join('\n');
  // A running bot uses the port.
  const { isInUse } = await examineStore(parsed.value);
  const problem = isInUse ? undefined : await examinePort(parsed.value.http);
  return problem?.message;
}

/** Says which settings are in the file, and which are in this environment only. */
function reportWritten({ context, values }: SetupDialog): void {
  const { environment, print } = context;
  const named = [...values].flatMap(([name, value]) => (value === '' ? [] : [name]));
  const list = named.length === 0 ? 'no settings: the sandbox answers' : named.join(', ');
  print(`${FILE} is written; only you can read it. It has ${list}.`);
  const written = presentValues(parseSettingsText(readSettingsText(FILE) ?? '').values);
  const others = Object.entries(presentValues(environment)).flatMap(([name, value]) =>
    name in schemasOf(PLATFORMS) && written[name] !== value ? [name] : [],
  );
  if (others.length > 0) {
    print(`This environment has other values of ${others.join(', ')}. They override ${FILE}.`);
  }
  print(`To start the bot: ${START} (${START_OF_PACKAGE})`);
}

/** Starts the bot in this terminal, and ends with it. Resolves with its exit code. */
function startBot(): Promise<number> {
  const [program = ''] = process.argv.slice(1);
  const bot = spawn(process.execPath, [...process.execArgv, program], { stdio: 'inherit' });
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    // The handlers of a tool would exit immediately, while the bot still writes to this terminal.
    process.removeAllListeners(signal);
    // The terminal sends Ctrl-C to the bot as well. A second one would end the bot immediately.
    process.on(signal, () => {
      if (signal !== 'SIGINT') bot.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    bot.on('exit', (code) => resolve(code ?? EXIT.crash));
    bot.on('error', reject);
  });
}
