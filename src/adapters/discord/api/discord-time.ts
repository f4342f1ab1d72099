import type { Clock } from '../../../core/time/clock.ts';

/** Discord's time, since the clock of this machine may be wrong, and is set at any moment. */
export class DiscordTime {
  readonly #clock: Pick<Clock, 'uptime'>;
  /** Discord's time when this machine booted, in milliseconds since 1970. */
  #bootedAt: number;

  constructor(clock: Pick<Clock, 'now' | 'uptime'>) {
    this.#clock = clock;
    this.#bootedAt = clock.now() - clock.uptime();
  }

  /** Milliseconds since 1970, as the latest response of Discord said. */
  now(): number {
    return this.#bootedAt + this.#clock.uptime();
  }

  /** @param date the header `Date` of a response; null if there was none */
  learn(date: string | null): void {
    const now = Date.parse(date ?? '');
    if (!Number.isNaN(now)) this.#bootedAt = now - this.#clock.uptime();
  }
}
