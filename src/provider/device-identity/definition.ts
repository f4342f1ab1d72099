import type { ProviderDefinition } from '../contract.ts';
import { formerRealmsOf, realmOf } from '../http/address.ts';
import { createServiceClient } from './client.ts';
import { READER } from './read.ts';

/** The device-identity service: the interface of sections 4.1 and 4.2. */
export const DEVICE_IDENTITY: ProviderDefinition = {
  ...READER,
  // Section 8: at most 4 at the same time, and under 20 a minute.
  limits: { concurrent: 4, perWindow: 19, windowMs: 60_000 },
  connect: createServiceClient,
  realmOf,
  formerRealmsOf,
};
