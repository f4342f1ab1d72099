import { parseSettings } from '../../bot/settings.ts';
import type { Config } from '../../config/config.ts';
import { parseStoreSettings } from '../../config/store-and-proxy.ts';
import type { Diagnosis } from '../../core/operator/diagnosis.ts';
import { EXIT } from '../../core/operator/operator-error.ts';
import { examinePort } from '../examination/examine-port.ts';
import { examineStore } from '../examination/examine-store.ts';
import { optionsIn, type Tool, type ToolContext } from '../tool.ts';
import { examinePlatforms, examineService } from './examine-remote.ts';
import { examineSettings } from './examine-settings.ts';

const MARKS: Readonly<Record<Diagnosis['severity'], string>> = {
  fine: '✔',
  note: '·',
  warning: '!',
  wrong: '✖',
};

/** Says what is wrong with a bot, running or not. */
export const doctor: Tool = {
  usage: `doctor [--json] [--offline]
    Looks at settings, store, service and platforms, and changes no setting. The exit code is 1 if something is wrong.
    --json prints one line for programs, --offline makes no calls.`,
  run: async (words, context) => {
    const options = optionsIn(words, ['json', 'offline']);
    const diagnoses = await examineAll(context, options.has('offline'));
    const isWrong = diagnoses.some(({ severity }) => severity === 'wrong');
    if (options.has('json')) context.printRaw(JSON.stringify({ ok: !isWrong, diagnoses }));
    else context.print([...reportLines(diagnoses)].join('\n'));
    return isWrong ? EXIT.crash : EXIT.ok;
  },
};

/** All findings about settings, store, service and platforms, in this order. */
async function examineAll(context: ToolContext, isOffline: boolean): Promise<readonly Diagnosis[]> {
  const { environment } = context;
  const parsed = parseSettings(environment);
  const config = parsed.ok ? parsed.value : undefined;
  const settings = await examineSettings(parsed, context);
  const store = await examineInstallation(config, context, isOffline);
  if (isOffline) return [...settings, ...store];
  const reports = await examinePlatforms(environment);
  return [...settings, ...store, ...reports.flatMap(({ diagnoses }) => diagnoses)];
}

/** The port, the store, and the service, which is asked on that store. */
async function examineInstallation(
  config: Config | undefined,
  { environment, clock }: ToolContext,
  isOffline: boolean,
): Promise<readonly Diagnosis[]> {
  const storeSettings = parseStoreSettings(environment);
  if (!storeSettings.ok) return [];
  const store = await examineStore(storeSettings.value);
  // A running bot uses the port.
  const port = store.isInUse ? undefined : await examinePort(config?.http);
  const diagnoses = port === undefined ? store.diagnoses : [port, ...store.diagnoses];
  if (config === undefined || isOffline) return diagnoses;
  return [...diagnoses, ...(await examineService(config, store, clock))];
}

function* reportLines(diagnoses: readonly Diagnosis[]): Generator<string> {
  let about = '';
  for (const { about: next, severity, message } of diagnoses) {
    yield `${(next === about ? '' : next).padEnd(10)} ${MARKS[severity]} ${message}`;
    about = next;
  }
  const count = (severity: Diagnosis['severity']): number =>
    diagnoses.filter((diagnosis) => diagnosis.severity === severity).length;
  const problems = count('wrong');
  const warnings = count('warning');
  yield '';
  yield problems + warnings === 0
    ? 'Nothing is wrong.'
    : `Wrong: ${problems}. Warnings: ${warnings}.`;
}
