import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../config/config.ts';
import { type Diagnosis, diagnosesAbout } from '../../core/operator/diagnosis.ts';
import { listenError } from '../../ops/http/listen-error.ts';

/** Reports why the bot could not listen on its port; undefined if it could. */
export async function examinePort(http: Config['http']): Promise<Diagnosis | undefined> {
  if (http === undefined) return undefined;
  const { host, port } = http;
  const { wrong } = diagnosesAbout('settings');
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return wrong(listenError(error, host, port).message);
  } finally {
    server.close();
  }
}
