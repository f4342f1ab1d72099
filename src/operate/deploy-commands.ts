import { createCommands } from '../../commands/index.ts';
import type { BotServices } from '../../commands/services.ts';
import { ENTRANCES } from '../bot/platforms.ts';
import { openProxy } from '../bot/service.ts';
import { parseSettings } from '../bot/settings.ts';
import { EXIT } from '../ops/lifecycle.ts';
import { createLog } from '../ops/log/log.ts';
import { Refusal, readWords, type Tool } from './tool.ts';

/** Registers the commands, as the start of the bot does when they differ. */
export const deployCommands: Tool = {
  usage: `deploy-commands
    Registers the commands at Discord. The bot does so at its start if they differ from those that are registered.`,
  run: async (words, { environment, say }) => {
    readWords(words, []);
    const parsed = parseSettings(environment);
    if (!parsed.ok) throw new Refusal(parsed.problems.join('\n'));
    const { platforms, language, proxy: setProxy } = parsed.config;
    const log = createLog({ level: 'silent', secrets: [], readable: false });
    const proxy = await openProxy({ proxy: setProxy }, log);
    // They are declared, not run.
    const commands = createCommands({} as BotServices);
    const deployed = platforms.filter(({ deploy }) => deploy !== undefined);
    if (deployed.length === 0)
      throw new Refusal('DISCORD_TOKEN is not set: there is nowhere to register commands.');
    for (const { name, deploy } of deployed) {
      await deploy?.({ ...ENTRANCES, commands, language, proxy }).catch((error: Error) => {
        throw new Refusal(`The commands could not be registered at ${name}: ${error.message}`);
      });
      say(`${commands.length} commands are registered at ${name}.`);
    }
    return EXIT.well;
  },
};
