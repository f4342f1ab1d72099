import { deferred } from '../../core/async/promises.ts';

/**
 * What this process knows of the server's ephemeral messages, which one member of a group sees. A server that does not know
 * them ignores the parameter that makes a message one, and shows it to everybody: so nothing that others may not read is sent
 * before the server has sent something harmless as one. Bot API 10.3, "Ephemeral Messages and Commands".
 */
export interface EphemeralSupport {
  /** Nothing says that the server does not know them. */
  mayWork(): boolean;
  /** The server has the methods for them. */
  isOffered(): boolean;
  /** The server has sent a message as one. */
  isProven(): boolean;
  /** The server has the methods. */
  offer(): void;
  /** The server has sent a message as one. */
  prove(): void;
  /** The server does not have the methods. */
  disprove(): void;
  /** The server has shown a message to everybody that it was to show to one. */
  shownToAll(): void;
  /** Resolves when that has happened. */
  readonly whenShownToAll: Promise<void>;
}

/** Creates what is known before anything was asked. */
export function createEphemeralSupport(): EphemeralSupport {
  const failed = deferred<void>();
  let state: 'unknown' | 'offered' | 'proven' | 'absent' = 'unknown';
  return {
    mayWork: () => state !== 'absent',
    isOffered: () => state === 'offered' || state === 'proven',
    isProven: () => state === 'proven',
    offer: () => {
      if (state === 'unknown') state = 'offered';
    },
    prove: () => {
      if (state !== 'absent') state = 'proven';
    },
    disprove: () => {
      state = 'absent';
    },
    shownToAll: () => {
      state = 'absent';
      failed.resolve();
    },
    whenShownToAll: failed.promise,
  };
}
