import type { Principal } from '../../core/principal.ts';

/** The first part of this platform's principals, and the name of the platform. */
export const PLATFORM = 'console';
/** The person at the terminal; the console has no accounts. */
export const LOCAL_USER: Principal = 'console:user:local';
