import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { type ArrivedRequest, answering, startRawService } from '../../support/checks/raw-service.ts';
import { always } from '../../support/checks/reading.ts';
import { CALLS, clientOf, IMEI, KEY } from '../../support/checks/service-call.ts';
import { builtFile } from '../../support/process/built-work.ts';
import { SELF_SIGNED } from '../../support/self-signed.ts';

const BASIC = JSON.stringify({ imei: IMEI, brand: 'NOKIA', model: '3310' });

async function fieldsOf({ headers, body }: ArrivedRequest): Promise<[string, unknown][]> {
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  return [...form.entries()];
}

test('a check is a multipart POST with key and imei, and tells caches not to cache', async () => {
  const service = await startRawService({ answer: answering(BASIC) });

  const raw = await clientOf(service).check(IMEI, always);

  expect(raw).toEqual({ httpStatus: 200, body: BASIC, reader: 'device-identity' });
  const [request] = service.requests;
  expect(service.requests).toHaveLength(1);
  expect(request).toMatchObject({ method: 'POST', path: '/api/checkimei/' });
  expect(request?.headers['cache-control']).toBe('no-cache');
  expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/);
  expect(request && (await fieldsOf(request))).toEqual([
    ['key', KEY],
    ['imei', IMEI],
  ]);
});

test('a check does not load Node’s fetch, which takes longer than the check', async () => {
  const service = await startRawService({ answer: answering(BASIC) });
  const settings = { baseUrl: service.url, apiKey: KEY, timeoutMs: 60_000, limits: {} };
  const program = `
    import { DEVICE_IDENTITY } from ${JSON.stringify(builtFile('provider/device-identity/definition.js').href)};
    const { body } = await DEVICE_IDENTITY.connect(${JSON.stringify(settings)}).check('${IMEI}', () => true);
    console.log(JSON.stringify([body, process.moduleLoadList.filter((name) => name.includes('undici'))]));`;

  const child = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);

  expect(JSON.parse(child.stdout)).toEqual([BASIC, []]);
});

test('a key status call is a GET with the key in the query', async () => {
  const service = await startRawService({ answer: answering('{}') });

  await clientOf(service).status(always);

  const [request] = service.requests;
  expect(service.requests).toHaveLength(1);
  expect(request?.method).toBe('GET');
  expect(request?.body).toHaveLength(0);
  const address = new URL(request?.path ?? '', 'http://base');
  expect(address.pathname).toBe('/api/status');
  expect([...address.searchParams]).toEqual([['key', KEY]]);
});

test.each(['', '/', '//'])('a base address that ends in "%s" is joined with one slash', async (end) => {
  const service = await startRawService({ answer: answering('{}') });
  const client = clientOf({ url: `${service.url}/gate/way${end}` });

  await client.check(IMEI, always);
  await client.status(always);

  const paths = service.requests.map(({ path }) => path.replace(/\?.*/, ''));
  expect(paths).toEqual(['/gate/way/api/checkimei/', '/gate/way/api/status']);
});

test.each(['ftp://127.0.0.1', 'file:///api', 'nonsense'])('"%s" is no base address', (url) => {
  expect(() => clientOf({ url })).toThrow(TypeError);
});

test.each(CALLS)('%s goes over TLS as well', async (_name, call) => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  try {
    const service = await startRawService({ answer: answering(BASIC), tls: SELF_SIGNED });
    await expect(call(clientOf(service))).resolves.toEqual({
      httpStatus: 200,
      body: BASIC,
      reader: 'device-identity',
    });
    expect(service.requests).toHaveLength(1);
  } finally {
    vi.unstubAllEnvs();
  }
});

test('every call has a connection of its own, which no idle close can break', async () => {
  const service = await startRawService({
    answer: answering(BASIC, { headers: { connection: 'keep-alive' } }),
  });
  const client = clientOf(service);

  for (let call = 0; call < 3; call += 1) await client.check(IMEI, always);

  expect(service.connections).toHaveLength(3);
  expect(service.requests).toHaveLength(3);
});
