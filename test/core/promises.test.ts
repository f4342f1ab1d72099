import { expect, it, onTestFinished } from 'vitest';
import { untilAborted } from '../../src/core/promises.ts';

it('a promise that fails after its signal was aborted does not end the process', async () => {
  const unheard: unknown[] = [];
  const listen = (error: unknown): void => void unheard.push(error);
  process.on('unhandledRejection', listen);
  onTestFinished(() => void process.off('unhandledRejection', listen));
  const failing = new Promise<never>((_, reject) => setImmediate(reject, new Error('late')));
  await expect(untilAborted(failing, AbortSignal.abort('stopped'))).rejects.toBe('stopped');
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(unheard).toEqual([]);
});
