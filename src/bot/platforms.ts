import type { ConfiguredPlatform } from '../adapters/definition.ts';
import { type Adapter, type AdapterOf, PlatformLost } from '../core/adapter/adapter.ts';
import type { ReceiveRequest } from '../core/adapter/request-event.ts';
import type { FindSuggestions } from '../core/adapter/suggestions.ts';
import { type Principal, platformOf } from '../core/principal.ts';
import { deferred } from '../core/promises.ts';
import type { Mount, ReadyPart } from '../ops/http/http-app.ts';
import type { Notifier } from './alerts/alerts.ts';
import type { SharedHost } from './host.ts';

/** The loss of a platform, which has refused the bot: at its start or later. */
export interface Loss {
  readonly platform: string;
  readonly why: PlatformLost;
  /** Whether no other platform is served any more. */
  readonly isLast: boolean;
}

/** The platforms of a run. Each starts by itself, and may be lost while the others are served. */
export class Platforms {
  /** The names of all platforms, even before their adapters are made. */
  #names: readonly string[] = [];
  readonly #adapters: Adapter[] = [];
  readonly #mounts: Mount[] = [];
  readonly #lost = new Set<string>();
  readonly #notifiers = deferred<readonly Notifier[]>();
  #onLost: (loss: Loss) => void = () => undefined;

  /**
   * The senders of alerts, one for each platform; each waits until its platform is connected.
   * Resolves when the platforms begin to connect.
   */
  get notifiers(): Promise<readonly Notifier[]> {
    return this.#notifiers.promise;
  }

  get adapters(): readonly Adapter[] {
    return this.#adapters;
  }

  /** Paths that the platforms serve on the bot's own HTTP server. */
  get mounts(): readonly Mount[] {
    return this.#mounts;
  }

  /** The person at this machine; nobody unless the bot serves its terminal. */
  get operators(): readonly Principal[] {
    return this.#adapters.flatMap(({ operator }) => operator ?? []);
  }

  /** The adapter of a person's platform, even if that is lost; undefined if it is not set up. */
  readonly adapterOf: AdapterOf = (person) =>
    this.#adapters.find(({ platform }) => platform === platformOf(person));

  /**
   * Makes the adapters.
   * @param onLost called with each platform that refuses the bot, from now on
   * @throws the error of an adapter that cannot be made
   */
  async create(
    configured: readonly Pick<ConfiguredPlatform, 'name' | 'create'>[],
    host: SharedHost,
    onLost: (loss: Loss) => void,
  ): Promise<void> {
    this.#onLost = onLost;
    this.#names = configured.map(({ name }) => name);
    for (const { name, create } of configured) {
      const adapter = await create({
        ...host,
        run: {
          ...host.run,
          mount: (path, handler) => this.#mounts.push({ path, handler }),
          onLost: (reason) => this.#lose(name, new PlatformLost(reason)),
        },
      });
      this.#adapters.push(adapter);
    }
  }

  /**
   * Begins to connect the platforms.
   * @param onConnected called for each platform when it is connected
   * @param onError called with an error that no operator can fix
   */
  start(
    events: { readonly receive: ReceiveRequest; readonly suggest: FindSuggestions },
    onConnected: (platform: string) => Promise<void>,
    onError: (error: unknown) => void,
  ): void {
    const notifiers = this.#adapters.map((adapter): Notifier => {
      const { platform, operator } = adapter;
      const started = adapter.start(events.receive, events.suggest);
      started
        .then(() => onConnected(platform))
        .catch((error: unknown) => {
          if (error instanceof PlatformLost) this.#lose(platform, error);
          else onError(error);
        });
      return {
        platform,
        operator,
        notify: (admin, reply) => started.then(() => adapter.notify(admin, reply)),
      };
    });
    this.#notifiers.resolve(notifiers);
  }

  /** The bot is ready if one platform works. */
  ready(): readonly ReadyPart[] {
    const isSpare = this.#adapters.some((adapter) => adapter.isConnected());
    return this.#adapters.map((adapter) => ({
      name: adapter.platform,
      ok: adapter.isConnected(),
      problem: this.#lost.has(adapter.platform)
        ? 'Refuses the bot: the log says why.'
        : 'Not connected just now.',
      isSpare,
    }));
  }

  /**
   * Stops the platforms, which then receive no more events. Each one is stopped even if another one
   * fails.
   * @throws AggregateError with the errors of the platforms that could not be stopped
   */
  async stop(): Promise<void> {
    const outcomes = await Promise.allSettled(this.#adapters.map((adapter) => adapter.stop()));
    const errors = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    if (errors.length > 0) throw new AggregateError(errors, 'not every platform could be stopped');
  }

  #lose(platform: string, why: PlatformLost): void {
    this.#lost.add(platform);
    const isLast = this.#names.every((name) => this.#lost.has(name));
    this.#onLost({ platform, why, isLast });
  }
}
