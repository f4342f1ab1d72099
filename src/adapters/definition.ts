import type { PlatformSettings } from '../config/schemas.ts';
import type { SettingSchemas, ValuesOf } from '../config/setting.ts';
import type { Adapter } from '../core/adapter/adapter.ts';
import { type Diagnosis, diagnosesAbout } from '../core/diagnosis.ts';
import { ConnectionFailed } from '../core/errors.ts';
import type { OutboundProxy } from '../core/outbound-proxy.ts';
import type { Principal } from '../core/principal.ts';
import type { GetJson } from './get-json.ts';
import type { Host } from './host.ts';

/** What the doctor finds about a platform. */
export interface PlatformReport {
  readonly diagnoses: readonly Diagnosis[];
  /** Nothing answers at the URL of its API: nobody knows whether the token is right. */
  readonly isUnreachable?: true;
  /** The bot's name there; undefined if the token was not accepted. */
  readonly name?: string | undefined;
  /** The link by which people add the bot, or write to it. */
  readonly invite?: string | undefined;
}

/** Who most likely has to be an admin: the person whose bot it is. */
export interface AdminCandidate {
  readonly principal: Principal;
  /** For people: a name on the platform. */
  readonly name: string;
}

/** What setup says to the person who sets up a platform. */
interface SetupTexts {
  /** Where the bot's token is: a sentence. */
  readonly tokenFrom: string;
  /** What this person does first to be found; undefined if the platform knows. */
  readonly beforeAdminCandidate?: string;
}

type DeployCommands = (host: Pick<Host, 'commands' | 'sayFor' | 'proxy'>) => Promise<void>;

/** A platform that is on, with its settings. */
export interface ConfiguredPlatform {
  readonly name: string;
  /** The settings, with the names that the adapter uses. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly create: (host: Host) => Promise<Adapter>;
  /** Loads the platform's library, for a standby process: with the proxy that `create` gets. */
  readonly load: (proxy: OutboundProxy | undefined) => Promise<unknown>;
  /**
   * Reads what the platform knows about the bot, and changes nothing. Resolves even if it does not
   * answer.
   */
  readonly examine: (getJson: GetJson) => Promise<PlatformReport>;
  /** Finds out whose bot it is; undefined if the platform does not know. Rejects as `getJson`. */
  readonly findAdminCandidate: (getJson: GetJson) => Promise<AdminCandidate | undefined>;
  /**
   * Registers the commands without serving the platform. Undefined if each start does that at once.
   * Rejects with an OperatorError if the platform refuses them, or cannot be reached.
   */
  readonly deploy: DeployCommands | undefined;
}

/** A platform, from which settings, secrets, labels and errors follow. */
export type PlatformDefinition = PlatformSettings<ConfiguredPlatform> & {
  /** Its commands can be registered without serving it. */
  readonly canDeploy: boolean;
  readonly setup: SetupTexts;
};

interface Definition<Part extends SettingSchemas, Set extends Readonly<Record<string, unknown>>>
  extends Pick<PlatformDefinition, 'name' | 'tokenKey' | 'apiUrlKey' | 'principals' | 'setup'>,
    Pick<ConfiguredPlatform, 'load'> {
  readonly settings: Part;
  /**
   * Conflicts with other settings, if the platform is on: sentences that begin with the name of a
   * variable.
   */
  readonly problems?: (set: ValuesOf<Part> & { readonly HTTP_PORT?: unknown }) => readonly string[];
  /** The adapter's settings. Undefined if the platform is off. */
  readonly configure: (set: ValuesOf<Part>) => Set | undefined;
  /** Makes the adapter. */
  readonly create: (settings: Set, host: Host) => Promise<Adapter>;
  /** Reads what the platform knows about the bot, and changes nothing. Rejects as `getJson`. */
  readonly examine: (settings: Set, getJson: GetJson) => Promise<PlatformReport>;
  /** See `ConfiguredPlatform`. */
  readonly findAdminCandidate: (
    settings: Set,
    getJson: GetJson,
  ) => Promise<AdminCandidate | undefined>;
  readonly deploy?: (settings: Set, ...host: Parameters<DeployCommands>) => Promise<void>;
}

/** Defines a platform. The types of `configure` and `create` follow from `settings`. */
export function definePlatform<
  const Part extends SettingSchemas,
  Set extends Readonly<Record<string, unknown>>,
>(definition: Definition<Part, Set>): PlatformDefinition {
  const { problems, configure, load, create, examine, findAdminCandidate, deploy, ...rest } =
    definition;
  return {
    ...rest,
    canDeploy: deploy !== undefined,
    problems: (set) => {
      // All settings were parsed together with this part.
      const values = set as ValuesOf<Part>;
      return configure(values) === undefined ? [] : (problems?.(values) ?? []);
    },
    configure: (set) => {
      const settings = configure(set as ValuesOf<Part>);
      if (settings === undefined) return undefined;
      return {
        name: rest.name,
        settings,
        load,
        create: (host) => create(settings, host),
        examine: (getJson) => reportOf(examine(settings, getJson), rest),
        findAdminCandidate: (getJson) => findAdminCandidate(settings, getJson),
        deploy: deploy && ((host) => deploy(settings, host)),
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
