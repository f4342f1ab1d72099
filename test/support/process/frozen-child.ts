/**
 * A process that asks at once and tells what came of it, for a test to freeze meanwhile: `SERVICE_URL` is asked for
 * `CALLS` checks with a time-out of `TIMEOUT_MS`, as often as its parent says.
 */
const { SERVICE_URL = '', TIMEOUT_MS = '1000', CALLS = '1' } = process.env;

process.once('disconnect', () => process.exit());
// Keeps it alive until its parent ends it.
process.on('message', () => void askService(SERVICE_URL).then(tell));

async function askService(baseUrl: string): Promise<readonly string[]> {
  const { DEVICE_IDENTITY } = await import('../../../src/provider/device-identity/definition.ts');
  const client = DEVICE_IDENTITY.connect({
    ...{ baseUrl, apiKey: 'a key', timeoutMs: Number(TIMEOUT_MS) },
    limits: DEVICE_IDENTITY.limits,
  });
  return Promise.all(
    Array.from({ length: Number(CALLS) }, () =>
      client.check('490154203237518', () => true).then(({ body }) => body, String),
    ),
  );
}

function tell(answers: readonly string[]): void {
  process.send?.(answers);
}

process.send?.('ready');
