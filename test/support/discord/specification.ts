import { z } from 'zod';
import type { Call } from './routes.ts';
import SPECIFICATION from './specification.json' with { type: 'json' };

type Schema = Parameters<typeof z.fromJSONSchema>[0];

interface SpecifiedCall {
  readonly line: RegExp;
  /** Undefined for a call without a body. */
  readonly body: z.ZodType | undefined;
}

const CALLS: readonly SpecifiedCall[] = Object.entries(SPECIFICATION.calls).map(
  ([line, schema]) => ({
    line: new RegExp(`^${line.replace(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
    body:
      typeof schema === 'object'
        ? z.fromJSONSchema({ ...schema, $defs: SPECIFICATION.$defs } as Schema)
        : undefined,
  }),
);

/** How a call differs from Discord's published specification, one line for each difference. */
export function violationsOf({ method, path, body }: Pick<Call, 'method' | 'path' | 'body'>) {
  const line = `${method} ${path}`;
  // Files come from another server.
  if (path.startsWith('/attachments/')) return [];
  const call = CALLS.find((specified) => specified.line.test(line));
  if (call === undefined) return [`${line}: there is no such call`];
  if (call.body === undefined) return body === undefined ? [] : [`${line}: takes no body`];
  const { error } = call.body.safeParse(body);
  return error === undefined
    ? []
    : [`${line}: ${z.prettifyError(error)} in ${JSON.stringify(body)}`];
}
