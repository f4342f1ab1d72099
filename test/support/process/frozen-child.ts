import { always } from '../checks/reading.ts';
import { ASKED, SAY_SO } from './frozen-words.ts';

/**
 * A process that asks at once and tells what came of it, for a test to freeze meanwhile: `SERVICE_URL` is asked for
 * `CALLS` checks with a time-out of `TIMEOUT_MS`, or `REDIS_URL` for the value of a key, as often as its parent says.
 */
const { SERVICE_URL, REDIS_URL, TIMEOUT_MS = '1000', CALLS = '1' } = process.env;

process.once('disconnect', () => process.exit());
// Keeps it alive until its parent ends it.
process.on('message', (wish) => {
  void ask().then(tell);
  if (wish === SAY_SO) setImmediate(() => process.send?.(ASKED));
});

async function ask(): Promise<readonly string[]> {
  return SERVICE_URL === undefined ? askRedis() : askService(SERVICE_URL);
}

async function askService(baseUrl: string): Promise<readonly string[]> {
  const { DEVICE_IDENTITY } = await import('../../../src/provider/device-identity/definition.ts');
  const client = DEVICE_IDENTITY.connect({
    ...{ baseUrl, apiKey: 'a key', timeoutMs: Number(TIMEOUT_MS) },
    limits: DEVICE_IDENTITY.limits,
  });
  return Promise.all(
    Array.from({ length: Number(CALLS) }, () =>
      client.check('490154203237518', always).then(({ body }) => body, String),
    ),
  );
}

const redis =
  REDIS_URL === undefined
    ? undefined
    : (await import('../../../src/store/redis/connection.ts')).connectRedis(REDIS_URL);

async function askRedis(): Promise<readonly string[]> {
  if (redis === undefined) return [];
  // Two commands in one: the second is answered by a Redis that works, after the one that was waited for.
  const asked = redis.run(async (client) => `${await client.get('key')} ${await client.get('key')}`);
  return [await asked.catch(String)];
}

function tell(answers: readonly string[]): void {
  process.send?.(answers);
}

process.send?.('ready');
