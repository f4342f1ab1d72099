import { DESCRIPTORS } from '../../commands/index.ts';
import { type ConfiguredPlatform, labelOf } from '../adapters/definition.ts';
import { createGetJson, type GetJson } from '../adapters/get-json.ts';
import { PLATFORMS } from '../adapters/platforms.ts';
import { DEFAULT_COMMANDS } from '../bot/default-commands.ts';
import { openProxy, parseSettings } from '../bot/settings.ts';
import { valueOrThrow } from '../config/parsed.ts';
import { EXIT, OperatorError } from '../core/operator/operator-error.ts';
import { createSayFor } from '../format/texts/say.ts';
import { refuseWords, type Tool } from './tool.ts';

const DEPLOYED = PLATFORMS.filter(({ canDeploy }) => canDeploy);
const NAMES = DEPLOYED.map(({ name }) => labelOf(name)).join(', ');
const TOKENS = DEPLOYED.map(({ tokenKey }) => tokenKey).join(' or ');

/** Registers the commands, as the start of the bot does if they differ. */
export const deployCommands: Tool = {
  usage: `deploy-commands
    Registers the commands at ${NAMES} without starting the bot. Each start does so too if they differ from those it registered last.`,
  run: async (words, { environment, print }) => {
    refuseWords(words);
    const { platforms, language, ...config } = valueOrThrow(parseSettings(environment));
    const commands = { all: DESCRIPTORS, ...DEFAULT_COMMANDS };
    const sayFor = createSayFor(language);
    const proxy = await openProxy(config);
    const deployed = platforms.filter(({ deploy }) => deploy !== undefined);
    if (deployed.length === 0) {
      throw new OperatorError(`${TOKENS} is not set: there is nowhere to register commands.`);
    }
    for (const platform of deployed) {
      await platform.deploy?.({ commands, sayFor, proxy }).catch(async (error: unknown) => {
        throw await explainedError(error, platform, createGetJson(proxy));
      });
      print(`The commands are registered at ${labelOf(platform.name)}.`);
    }
    return EXIT.ok;
  },
};

/** The problem that an examination of the platform finds. If it finds none, the error itself. */
async function explainedError(
  error: unknown,
  { examine }: ConfiguredPlatform,
  getJson: GetJson,
): Promise<unknown> {
  if (!(error instanceof OperatorError)) return error;
  const { diagnoses, isUnreachable } = await examine(getJson);
  const problem = diagnoses.find(({ severity }) => severity === 'wrong')?.message;
  if (problem === undefined) return error;
  const exitCode = isUnreachable === true ? EXIT.tryAgain : EXIT.config;
  return new OperatorError(`The commands could not be registered: ${problem}`, { exitCode });
}
