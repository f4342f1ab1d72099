import { readWith } from '../../../src/provider/contract.ts';
import { DEVICE_IDENTITY } from '../../../src/provider/device-identity/definition.ts';

/** Reads what the service says, fresh or stored. */
export const readRaw = readWith([DEVICE_IDENTITY]);

/** Lets every request leave. */
export const always = (): boolean => true;
