import { existsSync } from 'node:fs';
import { parseSettings } from '../../bot/settings.ts';
import type { Config } from '../../config/config.ts';
import { ServiceFailure } from '../../provider/service-failure.ts';
import { storePathOf } from '../../store/store-kinds.ts';
import { askForKey } from '../examination/ask-for-key.ts';
import { examineStore } from '../examination/examine-store.ts';
import { keyDiagnoses, keyProblem, whyNotAsked } from '../examination/key-diagnoses.ts';
import type { ToolContext } from '../tool.ts';
import type { AccessProblem, SetupDialog } from './setup-dialog.ts';

/** On a store that does not know the latest sends, a window has to pass first. */
const PATIENCE_MS = 150_000;

/** Asks until the service accepts the key, or the person chooses the embedded sandbox. */
export async function askService(dialog: SetupDialog): Promise<void> {
  const message = 'URL of the service, without /api (empty: the embedded sandbox)';
  for (;;) {
    if ((await dialog.askText('LOOKUP_BASE_URL', message)) === '') {
      dialog.setAnswer('LOOKUP_API_KEY', '');
      return;
    }
    if (await askKey(dialog)) break;
  }
  const price =
    'What does a check cost you, in USD? (such as 0.02; empty: /quota counts checks only)';
  await dialog.askText('PRICE_PER_CHECK', price);
}

/** Asks until the service accepts the key. Resolves with false if the URL seems to be wrong. */
async function askKey(dialog: SetupDialog): Promise<boolean> {
  for (;;) {
    await dialog.askSecret('LOOKUP_API_KEY', 'Your key for the service');
    // Some settings are wrong only if a service is set.
    dialog.refuseWrongSettings();
    const parsed = parseSettings(dialog.environment());
    const problem: AccessProblem | undefined = parsed.ok
      ? await tryKey(parsed.value, dialog.context)
      : { message: parsed.problems.join('\n'), wrongAnswer: 'url' };
    if (problem === undefined) return true;
    dialog.report(problem.message);
    if (problem.wrongAnswer === 'url') return false;
    dialog.clearAnswer('LOOKUP_API_KEY');
  }
}

/**
 * Asks the service for the state of the key, within the limit of the bot. Resolves with what is
 * wrong, if something is.
 */
async function tryKey(
  config: Config,
  { clock, print }: ToolContext,
): Promise<AccessProblem | undefined> {
  const { isInUse } = await examineStore(config);
  if (isInUse) {
    print(
      'The key was not tried: a bot runs on this store, and only that bot knows what the limit allows.',
    );
    return undefined;
  }
  const file = storePathOf(config.storeUrl);
  // Nothing was sent before the first store, and the bot's first start lets a window pass after
  // this.
  const isNew = file !== undefined && !existsSync(file);
  print('Trying the key. If the store was used before, this can take two minutes.');
  try {
    const triedConfig = isNew ? { ...config, storeUrl: 'sqlite://:memory:' } : config;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const status = await askForKey({ config: triedConfig, clock, signal, isNew });
    const diagnoses = keyDiagnoses(status, clock);
    const problem = diagnoses.find(({ severity }) => severity === 'wrong')?.message;
    if (problem !== undefined) return { message: problem, wrongAnswer: 'secret' };
    for (const { message } of diagnoses) print(message);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceFailure) {
      return {
        message: keyProblem(error),
        wrongAnswer: error.kind === 'key' ? 'secret' : 'url',
      };
    }
    print(`The key was not tried: ${whyNotAsked(error)}`);
    return undefined;
  }
}
