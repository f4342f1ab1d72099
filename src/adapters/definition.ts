import type {
  PlatformSettings,
  SettingSchemas,
  SettingValues,
  ValuesOf,
} from '../config/setting-schemas.ts';
import type { Adapter } from '../core/adapter/adapter.ts';
import { ConnectionFailed } from '../core/network/no-answer.ts';
import type { OutboundProxy } from '../core/network/outbound-proxy.ts';
import { type Diagnosis, diagnosesAbout } from '../core/operator/diagnosis.ts';
import type { Principal } from '../core/principal.ts';
import type { GetJson } from './get-json.ts';
import type { Host } from './host.ts';

/** Findings of the doctor about a platform. */
export interface PlatformReport {
  readonly diagnoses: readonly Diagnosis[];
  /** Nothing answers at the URL of its API, so the token could not be tried. */
  readonly isUnreachable?: true;
  /** The bot's name there; undefined if the token was not accepted. */
  readonly name?: string | undefined;
  /** The link by which people add the bot, or write to it. */
  readonly invite?: string | undefined;
}

/** The owner of the bot, who most likely should be an admin. */
export interface AdminCandidate {
  readonly principal: Principal;
  /** The name of the person on the platform. */
  readonly name: string;
}

interface SetupTexts {
  /** Instructions for getting the bot's token. */
  readonly tokenFrom: string;
  /** Steps for the owner before setup can find the owner; undefined if there are none. */
  readonly beforeAdminCandidate?: string;
}

/** A platform that is on, with its settings. */
export interface ConfiguredPlatform {
  readonly name: string;
  readonly create: (host: Host) => Promise<Adapter>;
  /**
   * Loads the platform's library, so that a failover does not wait for that.
   * @param proxy the one that `create` gets
   */
  readonly load: (proxy: OutboundProxy | undefined) => Promise<unknown>;
  /**
   * Reads what the platform knows about the bot, and changes nothing. Resolves even if the platform
   * does not answer.
   */
  readonly examine: (getJson: GetJson) => Promise<PlatformReport>;
  /**
   * Finds out who owns the bot; undefined if the platform does not say.
   * @throws as {@link GetJson}
   */
  readonly findAdminCandidate: (getJson: GetJson) => Promise<AdminCandidate | undefined>;
  /**
   * Registers the commands without serving the platform. Left out by a platform whose adapter
   * registers them at each start.
   * @throws OperatorError if the platform refuses them, or cannot be reached
   */
  readonly deploy?: (host: Pick<Host, 'commands' | 'sayFor' | 'proxy'>) => Promise<void>;
}

/**
 * A platform, from which settings, secrets, labels and errors follow. `platforms` lists them; the
 * console is another one, which no setting switches on. In the folder of a platform:
 *
 *     definition       its settings, and what loads the rest
 *     adapter          connects events and replies; has a map of what it uses
 *     guide            its part of the help
 *     examine          what the doctor and setup read there
 *
 * For all platforms:
 *
 *     host             what adapters see of the bot
 *     reading          decides what a message means; `reading/meaning` has a map
 *     delivery         decides where a reply is shown; `delivery/delivery` has a map
 *     rendering        what the renderers share
 *     unknown-locale   the language of people whose language is unknown
 *     http-get         sends a GET: for `get-json` (setup, doctor) and `download` (files)
 *     proxy-agents     takes the calls of libraries through the proxy
 *     local-file       reads a file of this machine
 */
export interface PlatformDefinition extends PlatformSettings<ConfiguredPlatform> {
  /** Whether the configured platform has `deploy`. */
  readonly canDeploy: boolean;
  readonly setup: SetupTexts;
}

/** A definition whose functions get the values of its own settings, with their types. */
interface TypedDefinition<Part extends SettingSchemas>
  extends Omit<PlatformDefinition, 'problems' | 'configure'> {
  readonly settings: Part;
  /**
   * Conflicts with other settings, if the platform is on: sentences that begin with the name of a
   * variable.
   */
  readonly problems?: (set: ValuesOf<Part> & { readonly HTTP_PORT?: unknown }) => readonly string[];
  /** Undefined if the platform is off. Its `examine` may throw as {@link GetJson}. */
  readonly configure: (set: ValuesOf<Part>) => ConfiguredPlatform | undefined;
}

/** Defines a platform. What `problems` and `configure` get follows from `settings`. */
export function definePlatform<const Part extends SettingSchemas>(
  definition: TypedDefinition<Part>,
): PlatformDefinition {
  // All settings were parsed together with this part.
  const configure = (set: SettingValues) => definition.configure(set as ValuesOf<Part>);
  return {
    ...definition,
    problems: (set) => {
      if (configure(set) === undefined) return [];
      return definition.problems?.(set as ValuesOf<Part>) ?? [];
    },
    configure: (set) => {
      const platform = configure(set);
      if (platform === undefined) return undefined;
      return {
        ...platform,
        examine: (getJson) => reportOf(platform.examine(getJson), definition),
      };
    },
  };
}

/** The report of an examination, or that nothing answers. */
async function reportOf(
  examination: Promise<PlatformReport>,
  { name, apiUrlKey }: Pick<PlatformDefinition, 'name' | 'apiUrlKey'>,
): Promise<PlatformReport> {
  try {
    return await examination;
  } catch (error) {
    if (!(error instanceof ConnectionFailed)) throw error;
    const message = `${labelOf(name)} cannot be reached (${error.message}). Look at the network, ${apiUrlKey} and HTTPS_PROXY.`;
    return { diagnoses: [diagnosesAbout(name).wrong(message)], isUnreachable: true };
  }
}

/** The name of a platform in sentences for the operator. */
export function labelOf(platform: string): string {
  return `${platform.slice(0, 1).toUpperCase()}${platform.slice(1)}`;
}
