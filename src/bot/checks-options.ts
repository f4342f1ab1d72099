import type { ChecksOptions } from '../checks/options.ts';
import type { Config } from '../config/config.ts';
import { REQUEST_MAX_AGE_MS } from '../requests/requests.ts';
import type { Hasher } from '../store/seal/seal.ts';
import type { Service } from './service.ts';

/** The checks of a service, as the settings say. */
export function checksOptionsOf(
  config: Config,
  { provider, realm, isSandbox }: Service,
  { hash }: Hasher,
): Pick<ChecksOptions, 'provider' | 'settings'> {
  return {
    provider,
    settings: {
      limits: config.limits,
      callTimeoutMs: config.lookupTimeoutMs,
      requestMaxAgeMs: REQUEST_MAX_AGE_MS,
      allowance: config.allowance,
      cache: { ...config.cache, realm, isSandbox },
      keyId: hash(`key ${realm} ${config.service?.apiKey ?? ''}`),
    },
  };
}
