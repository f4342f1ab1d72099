import type { Adapter } from '../../src/core/adapter/adapter.ts';

/** An adapter that does nothing except in the parts that the test replaces. */
export function fakeAdapter(parts: Partial<Adapter> = {}): Adapter {
  return {
    platform: 'telegram',
    start: async () => undefined,
    isConnected: () => true,
    reopen: async () => undefined,
    readFile: () => Promise.reject(new Error('nobody sends files here')),
    notify: async () => false,
    stop: async () => undefined,
    ...parts,
  };
}
