import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { type HttpServer, type HttpServerOptions, startHttpServer } from '../../src/ops/http/server.ts';

/** What hangs. */
export const NEVER = new Promise<never>(() => {});

interface Stage {
  readonly server: HttpServer;
  readonly logged: readonly string[];
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** A server of a healthy bot, but for what the test says. */
export async function serve(options: Partial<HttpServerOptions> = {}): Promise<Stage> {
  const logged: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => logged.push(line) });
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    ready: () => [{ name: 'store', ok: true }],
    log,
    ...options,
  });
  onTestFinished(() => server.close());
  return { server, logged, ask: (path, init) => fetch(server.url + path, init) };
}

/** Everything the server answers to these bytes until it hangs up. */
export async function sendRaw({ url }: HttpServer, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.setEncoding('latin1').write(bytes);
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  socket.on('error', (error) => {
    answer += error.message;
  });
  await once(socket, 'close');
  return answer;
}

export function newSignal(): { readonly given: Promise<void>; give(): void } {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
