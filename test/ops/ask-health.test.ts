import { describe, expect, it } from 'vitest';
import { askHealth } from '../../src/ops/http/ask-health.ts';
import type { HttpServer } from '../../src/ops/http/server.ts';
import { serve } from './http-stage.ts';

describe('the health check of the container', () => {
  const environmentOf = ({ url }: HttpServer) => ({ HTTP_PORT: new URL(url).port });

  it('is well while the bot is alive', async () => {
    const { server } = await serve();
    expect(await askHealth(environmentOf(server))).toMatchObject({ healthy: true });
  });

  it('is not well when nobody answers, and says why', async () => {
    const { server } = await serve();
    await server.close();
    expect(await askHealth(environmentOf(server))).toMatchObject({
      healthy: false,
      said: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('asks where the server listens', async () => {
    const { server } = await serve({ host: '127.0.0.2' });
    const port = environmentOf(server);
    expect(await askHealth({ ...port, HTTP_HOST: '127.0.0.2' })).toMatchObject({ healthy: true });
    expect(await askHealth({ ...port, HTTP_HOST: '0.0.0.0' })).toMatchObject({ healthy: false });
  });

  it('has nothing to ask, and no complaint, without a port', async () => {
    expect(await askHealth({})).toEqual({ healthy: true, said: expect.stringContaining('nothing to ask') });
  });
});
