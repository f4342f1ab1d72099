import type { PlatformSettings } from '../config/config.ts';
import type { Settings, ValuesOf } from '../config/setting.ts';
import type { Adapter, Principal } from '../core/adapter.ts';
import type { Clock } from '../core/clock.ts';
import type { Command } from '../core/command.ts';
import type { Finding } from '../core/findings.ts';
import type { OutboundProxy } from '../core/network.ts';
import type { Mount } from '../ops/http/app.ts';
import type { Log } from '../ops/log/log.ts';
import type { MessageTable } from '../store/schema/message.ts';
import type { Hasher } from '../store/seal/seal.ts';
import type { AskPlatform } from './http.ts';

/** What an examination of a platform found. */
export interface PlatformReport {
  readonly findings: readonly Finding[];
  /** The bot's name there; undefined if the token was not accepted. */
  readonly name?: string | undefined;
  /** The link by which people add the bot, or write to it. */
  readonly invite?: string | undefined;
}

/** What outlives the process. */
export interface PlatformMemory extends Hasher {
  readonly messages: MessageTable;
}

/** What the adapter of a platform is made of, in addition to the platform's own settings. */
export interface AdapterNeeds extends PlatformMemory {
  readonly commands: readonly Command[];
  readonly isSandbox: boolean;
  /** A secret of this installation for one use: always the same, shared with nobody else, and kept out of the log. */
  readonly secretFor: (use: string) => string;
  /** What platforms are called through; undefined without a proxy. */
  readonly proxy: OutboundProxy | undefined;
  readonly admins: readonly Principal[];
  /** The language of the bot, as it was set. */
  readonly language: string | undefined;
  /** The command, and its options, that takes texts and files which name none. */
  readonly textCommand: { readonly command: string; readonly option: string; readonly fileOption: string };
  /** The command that answers people who come for the first time. */
  readonly startCommand: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Has a path of the bot's own HTTP server answered by a handler. */
  readonly mount: (path: Mount['path'], handler: Mount['handler']) => void;
  /** The platform was lost for good; the reason says what the operator has to do. */
  readonly onFatal: (reason: string) => void;
}

/** What the commands are registered with. */
export type DeployNeeds = Pick<AdapterNeeds, 'commands' | 'textCommand' | 'language' | 'proxy'>;

/** A platform that is to be served, with its settings in it. */
export interface ConfiguredPlatform {
  readonly name: string;
  /** What was set, in the names of the adapter. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly create: (needs: AdapterNeeds) => Promise<Adapter>;
  /** Loads the platform's library, for a standby process. */
  readonly load: () => Promise<unknown>;
  /** Asks the platform what it knows of the bot, and changes nothing. Resolves also where it does not answer. */
  readonly examine: (ask: AskPlatform) => Promise<PlatformReport>;
  /** Registers the commands without serving the platform. Undefined where each start does that at once. */
  readonly deploy: ((needs: DeployNeeds) => Promise<void>) | undefined;
}

/** All that the program knows of a platform before it is served; from it follow settings, secrets, labels and errors. */
export type PlatformDefinition = PlatformSettings<ConfiguredPlatform>;

interface Definition<Part extends Settings, Set extends Readonly<Record<string, unknown>>>
  extends Pick<PlatformDefinition, 'name' | 'servedBy' | 'apiUrl' | 'principals'>,
    Pick<ConfiguredPlatform, 'load'> {
  readonly settings: Part;
  /** What does not go together in the settings of all: sentences that begin with the name of a variable. */
  readonly problems?: (set: ValuesOf<Part> & { readonly HTTP_PORT?: unknown }) => readonly string[];
  /** The adapter's settings. Undefined if the platform is not to be served. */
  readonly configure: (set: ValuesOf<Part>) => Set | undefined;
  /** Makes the adapter. */
  readonly create: (settings: Set, needs: AdapterNeeds) => Promise<Adapter>;
  /** See `ConfiguredPlatform`. */
  readonly examine: (settings: Set, ask: AskPlatform) => Promise<PlatformReport>;
  readonly deploy?: (settings: Set, needs: DeployNeeds) => Promise<void>;
}

/** Makes a definition of what a platform declares; the types of `configure` and `create` follow from `settings`. */
export function definePlatform<const Part extends Settings, Set extends Readonly<Record<string, unknown>>>(
  definition: Definition<Part, Set>,
): PlatformDefinition {
  const { problems, configure, load, create, examine, deploy, ...rest } = definition;
  return {
    ...rest,
    // The object of all settings was read with this part of it.
    problems: (set) => problems?.(set as ValuesOf<Part>) ?? [],
    configure: (set) => {
      const settings = configure(set as ValuesOf<Part>);
      if (settings === undefined) return undefined;
      return {
        ...{ name: rest.name, settings, load },
        create: (needs) => create(settings, needs),
        examine: (ask) => examine(settings, ask),
        deploy: deploy && ((needs) => deploy(settings, needs)),
      };
    },
  };
}
