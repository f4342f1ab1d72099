/** Invented numbers, times and secrets that many tests share. */
import { createSeal } from '../../src/store/seal/seal.ts';

/** A phone that the sandbox knows: a Nokia 3110. */
export const IMEI = '490154203237518';
/** Another phone. */
export const OTHER_IMEI = '356938035643809';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The limits of the service. */
export const LIMITS = { concurrent: 4, perWindow: 19, windowMs: MINUTE_MS } as const;

export const SECRET = '0123456789abcdef'.repeat(4);
export const OTHER_SECRET = 'fedcba9876543210'.repeat(4);
export const SEAL = createSeal(SECRET);
