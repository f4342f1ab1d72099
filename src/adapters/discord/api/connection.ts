import { type Client, Events, Status } from 'discord.js';
import { PlatformLost } from '../../../core/adapter/adapter.ts';
import { errorCode } from '../../../core/error-code.ts';
import { whyUnreachable } from '../../../core/network/no-answer.ts';
import { allowUnheard, deferred, untilAborted } from '../../../core/promises.ts';
import { delayAfter } from '../../../core/time/backoff.ts';
import { HOUR_MS, sleepAtMost } from '../../../core/time/clock.ts';
import { createClient, type DiscordOptions } from './client.ts';
import { DiscordTime } from './discord-time.ts';
import { isCallFailure, isFailure, toDiscordFailure } from './failure.ts';
import type { ReportIncident } from './incident-report.ts';
import { adviceOnClose, TOKEN_REFUSED } from './refusal-advice.ts';

/** Delays before a call that did not reach Discord is repeated. */
const RETRY_AFTER_MS = [500, 2_000];

type AddListeners = (client: Client) => void;
type ClientCall<Result> = (client: Client<true>) => Promise<Result>;

/** See {@link DiscordConnection}. */
type Phase = 'connecting' | 'serving' | 'over';

/**
 * The connection to Discord: its gateway, and calls, which are repeated if they fail.
 *
 *     connecting ── all shards are ready ──> serving
 *         │                                     │
 *         └──────────────────┬──────────────────┘
 *                            └── stop, or a loss that the run gets ──> over
 *
 * If Discord refuses the login or the gateway while it is connecting, the start rejects with a
 * PlatformLost. The run gets later refusals, and that of a call in any phase. Calls are possible in
 * each phase.
 */
export class DiscordConnection {
  readonly time: DiscordTime;
  readonly #options: DiscordOptions;
  readonly #report: ReportIncident;
  readonly #stopped = new AbortController();
  #client: Client;
  #phase: Phase = 'connecting';

  constructor(options: DiscordOptions, report: ReportIncident) {
    this.#options = options;
    this.#report = report;
    this.time = new DiscordTime(options.clock);
    this.#client = createClient(options, this.time);
  }

  /** The library's client, which knows servers and channels without a call. */
  get client(): Client<true> {
    return this.#client as Client<true>;
  }

  /** Whether all shards are connected. */
  get isConnected(): boolean {
    const { shards } = this.#client.ws;
    return (
      this.#phase !== 'over' &&
      shards.size > 0 &&
      shards.every(({ status }) => status === Status.Ready)
    );
  }

  /**
   * Retries until connected; `listen` adds the handlers to each new client.
   * @throws PlatformLost if Discord refuses the bot, an AbortError after `stop`
   */
  async start(listen: AddListeners): Promise<void> {
    this.#sweepChannels();
    for (let failures = 0; ; failures += 1) {
      try {
        await this.#connect(listen);
        if (this.#phase === 'connecting') this.#phase = 'serving';
        return;
      } catch (error) {
        await this.#prepareNextAttempt(error, delayAfter(failures));
      }
    }
  }

  /** Receives no more events; calls are still possible. */
  async stop(): Promise<void> {
    this.#phase = 'over';
    this.#stopped.abort();
    await this.#disconnect();
  }

  /**
   * Calls Discord, also after `stop`, and reports a failure.
   * @param isSentOnce does not repeat the call
   * @throws DiscordFailure, or the error of a bug
   */
  async call<Result>(send: ClientCall<Result>, { isSentOnce = false } = {}): Promise<Result> {
    const delays = isSentOnce ? [] : RETRY_AFTER_MS;
    for (const delayMs of delays) {
      try {
        return await send(this.client);
      } catch (error) {
        if (!isFailure(toDiscordFailure(error), 'unreachable')) throw this.#reported(error);
      }
      await this.#options.clock.sleep(delayMs);
    }
    return send(this.client).catch((error: unknown) => {
      throw this.#reported(error);
    });
  }

  /**
   * Calls Discord until it can be reached. Resolves with undefined if the bot stops before.
   * @throws DiscordFailure, or the error of a bug
   */
  async untilReached<Result>(send: ClientCall<Result>): Promise<Result | undefined> {
    const { signal } = this.#stopped;
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        return await this.call(send);
      } catch (error) {
        if (!isFailure(error, 'unreachable')) throw error;
      }
      await sleepAtMost(this.#options.clock, delayAfter(failures), signal);
    }
    return undefined;
  }

  async #connect(listen: AddListeners): Promise<void> {
    const client = this.#client;
    const ready = deferred<void>();
    // It may reject before anybody waits for it.
    allowUnheard(ready.promise);
    client.once(Events.ClientReady, () => ready.resolve());
    client.on(Events.ShardDisconnect, ({ code }) => {
      const advice = adviceOnClose(code);
      if (this.#phase === 'serving') this.#giveUp(advice);
      // Rejects the start. Does nothing once the bot is connected.
      else ready.reject(new PlatformLost(advice));
    });
    client.on(Events.ShardReconnecting, (shard) => {
      if (this.#phase !== 'over') this.#report('gateway-dropped', { shard });
    });
    // Without a listener, an error would end the process.
    client.on(Events.Error, (error) =>
      this.#report('unreachable', { reason: whyUnreachable(error) }),
    );
    listen(client);
    // If only the gateway refuses the bot, the login stays open.
    const loggedIn = Promise.race([client.login(this.#options.token), ready.promise]);
    const connected = loggedIn.then(() => ready.promise);
    await untilAborted(connected, this.#stopped.signal);
  }

  async #prepareNextAttempt(error: unknown, delayMs: number): Promise<void> {
    await this.#disconnect();
    this.#stopped.signal.throwIfAborted();
    if (error instanceof PlatformLost) throw error;
    if (errorCode(error) === 'TokenInvalid') throw new PlatformLost(TOKEN_REFUSED);
    const { clock, log } = this.#options;
    if (isCallFailure(error)) {
      this.#report('unreachable', { reason: toDiscordFailure(error).message });
    } else log.error({ err: error }, 'The bot could not connect to Discord; it tries again');
    await clock.sleep(delayMs, this.#stopped.signal);
    // A client that failed never becomes ready again.
    this.#client = createClient(this.#options, this.time);
  }

  async #disconnect(): Promise<void> {
    await this.#client.destroy();
    this.#client.rest.setToken(this.#options.token);
  }

  /** Forgets channels of direct messages, since the library never does. */
  #sweepChannels(): void {
    const sweep = (): void => {
      this.#client.channels.cache.sweep((channel) => channel.isDMBased());
    };
    const timer = setInterval(sweep, HOUR_MS).unref();
    this.#stopped.signal.addEventListener('abort', () => clearInterval(timer));
  }

  #reported(error: unknown) {
    const failure = toDiscordFailure(error);
    this.#report(failure.code, { reason: failure.message });
    if (failure.code === 'bot-token-refused') this.#giveUp(TOKEN_REFUSED);
    return failure;
  }

  #giveUp(reason: string): void {
    if (this.#phase === 'over') return;
    this.#phase = 'over';
    this.#options.run.onLost(reason);
  }
}
