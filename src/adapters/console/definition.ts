import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Arguments } from '../../config/arguments.ts';
import type { Config } from '../../config/config.ts';
import { deferred } from '../../core/promises.ts';
import { sayIn } from '../../format/texts/say.ts';
import { languageOf } from '../../format/texts/text-catalogue.ts';
import type { ConfiguredPlatform } from '../definition.ts';
import { PLATFORM } from './principals.ts';

/** The terminal as a platform, which no setting switches on. */
export interface ConsolePlatform extends Pick<ConfiguredPlatform, 'name' | 'create'> {
  /** Resolves with the exit code when the person has left, or all lines are answered. */
  readonly ended: Promise<number>;
}

/** The chat in the terminal, or on a pipe, of this process. */
export function consolePlatform(
  { json, line }: Arguments,
  { language, service }: Pick<Config, 'language' | 'service'>,
): ConsolePlatform {
  const ended = deferred<number>();
  const { stdin, stdout, stderr, env } = process;
  // The first of the three that is set counts (POSIX).
  const locale = languageOf(language, env.LC_ALL || env.LC_MESSAGES || env.LANG);
  const say = sayIn(locale);
  return {
    name: PLATFORM,
    ended: ended.promise,
    create: async ({ commands }) => {
      const { ConsoleAdapter } = await import('./adapter.ts');
      return new ConsoleAdapter({
        input: stdin,
        output: stdout,
        errorOutput: stderr,
        json,
        onlyLine: line,
        say,
        locale,
        commands,
        greeting: say(service === undefined ? 'console.greetingOnSandbox' : 'console.greeting'),
        onEnded: ended.resolve,
      });
    },
  };
}

/** Whether there is nothing to read: `/dev/null`, which systemd gives the bot, or no input. */
export function lacksInput(): boolean {
  const { fd } = process.stdin;
  try {
    return fstatSync(fd).isCharacterDevice() && !isatty(fd);
  } catch {
    return true;
  }
}
