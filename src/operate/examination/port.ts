import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../config/config.ts';
import { type Diagnosis, diagnosesAbout } from '../../core/diagnosis.ts';
import { cannotListen } from '../../ops/http/error.ts';

/** Whether a start can listen on the port, if one is set. */
export async function examinePort(http: Config['http']): Promise<readonly Diagnosis[]> {
  if (http === undefined) return [];
  const { host, port } = http;
  const { wrong } = diagnosesAbout('settings');
  const server = createServer().listen(port, host);
  return once(server, 'listening')
    .then(() => [])
    .catch((error: unknown) => [wrong(cannotListen(error, host, port).message)])
    .finally(() => server.close());
}
