import { SANDBOX_KEY } from '../../../src/sandbox/answers/keys.ts';
import type { Sandbox } from '../../../src/sandbox/server.ts';

export interface ChaosEnvironment {
  readonly sandbox: Sandbox;
  readonly limits: { readonly concurrent: number; readonly perWindow: number; readonly windowMs: number };
  readonly requestTimeoutMs: number;
  readonly storeUrl: string;
}

/** The settings of a bot that is to be killed: the service is a sandbox, with its limits over a shorter window. */
export function chaosEnvironment(settings: ChaosEnvironment) {
  const { sandbox, limits, requestTimeoutMs, storeUrl } = settings;
  return {
    LOOKUP_BASE_URL: sandbox.url,
    LOOKUP_API_KEY: SANDBOX_KEY,
    LOOKUP_TIMEOUT: `${requestTimeoutMs}ms`,
    LIMIT_CONCURRENT: String(limits.concurrent),
    LIMIT_PER_WINDOW: String(limits.perWindow),
    LIMIT_WINDOW: `${limits.windowMs}ms`,
    STORE_URL: storeUrl,
    USER_CHECKS_PER_DAY: '1000000',
    LOG_LEVEL: 'error',
  };
}
