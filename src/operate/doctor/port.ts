import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../config/config.ts';
import { findingsAbout } from '../../core/findings/about.ts';
import type { Finding } from '../../core/findings/finding.ts';
import { cannotListen } from '../../ops/http/error.ts';

const { fine, wrong } = findingsAbout('settings');

/** Whether a start could open the HTTP server: listens for a moment, while no bot does. */
export async function examinePort(http: Config['http']): Promise<readonly Finding[]> {
  if (http === undefined) return [];
  const server = createServer().listen(http.port, http.host);
  try {
    await once(server, 'listening');
    return [fine(`HTTP_PORT: port ${http.port} of ${http.host} is free.`)];
  } catch (error) {
    return [wrong(cannotListen(error, http).message)];
  } finally {
    server.close();
  }
}
