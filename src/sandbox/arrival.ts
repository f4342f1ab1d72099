import type { IncomingMessage } from 'node:http';

/** A request as it arrived at the sandbox. */
export interface Arrival {
  /** Arrival of its headers, in milliseconds since 1970 by the sandbox's clock. */
  readonly at: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The call of the interface, if it is one. */
  readonly call?: 'check' | 'key-status';
  /** As sent; known once the body has been read. */
  readonly key?: string;
  readonly imei?: string;
}

export const CHECK_PATH = '/api/checkimei';
export const STATUS_PATH = '/api/status';

/** The call that a request is; undefined for any other request. A path may end with a slash. */
export function callOf(method: string, path: string): Arrival['call'] {
  const plain = path.replace(/\/$/, '');
  if (method === 'POST' && plain === CHECK_PATH) return 'check';
  return method === 'GET' && plain === STATUS_PATH ? 'key-status' : undefined;
}

/** The fields of a check; each is empty if it is missing. */
export async function readForm(
  request: IncomingMessage,
): Promise<{ readonly key: string; readonly imei: string }> {
  const body = Buffer.concat(await request.toArray());
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  // The interface has no error for a body that is not a form: it then has no fields.
  const form = await new Response(body, { headers }).formData().catch(() => new FormData());
  const text = (name: string): string => form.get(name)?.toString() ?? '';
  return { key: text('key'), imei: text('imei') };
}
