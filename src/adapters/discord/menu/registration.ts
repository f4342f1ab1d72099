import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../ops/log/log.ts';
import type { CommandScope, DiscordApi } from '../outbound/api.ts';
import { pauseAfter } from '../pauses.ts';
import { type CommandForm, isRegistered } from './commands.ts';

export interface RegistrationNeeds {
  readonly api: DiscordApi;
  readonly clock: Clock;
  readonly log: Log;
  readonly scope: CommandScope;
}

/**
 * Makes Discord know the commands: compares, and writes them in one call only when they differ, since Discord
 * counts what is created. Resolves after the first attempt; when that fails, what was registered before stays in use,
 * and more attempts follow behind the caller's back.
 */
export async function registerCommands(
  forms: readonly CommandForm[],
  needs: RegistrationNeeds,
  signal: AbortSignal,
): Promise<void> {
  const told = await tryOnce(forms, needs);
  if (!told) void keepTrying(forms, needs, signal);
}

async function tryOnce(
  forms: readonly CommandForm[],
  { api, log, scope }: RegistrationNeeds,
): Promise<boolean> {
  // A command of one server says nothing of where it can be used, and Discord sends none of it back.
  const wanted = scope.guild === undefined ? forms : forms.map(withoutPlaces);
  try {
    if (isRegistered(wanted, await api.commands(scope))) return true;
    await api.writeCommands(scope, wanted);
    log.info({ commands: wanted.map(({ name }) => name) }, 'The commands are registered at Discord');
    return true;
  } catch {
    // The call has logged why; people go on with what is registered already.
    return false;
  }
}

async function keepTrying(
  forms: readonly CommandForm[],
  needs: RegistrationNeeds,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (let tries = 0; ; tries += 1) {
      await needs.clock.sleep(pauseAfter(tries), signal);
      if (await tryOnce(forms, needs)) return;
    }
  } catch {
    // Only the pause rejects, when the adapter is stopped.
  }
}

function withoutPlaces(form: CommandForm): CommandForm {
  const { contexts: _contexts, integration_types: _types, ...rest } = form;
  return rest;
}
