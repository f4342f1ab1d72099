import { z } from 'zod';
import SPECIFICATION from './specification.json' with { type: 'json' };

type Schema = Parameters<typeof z.fromJSONSchema>[0];

const CALLS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(SPECIFICATION.calls).map(([method, schema]) => [
    method,
    z.fromJSONSchema({ ...schema, $defs: SPECIFICATION.$defs } as Schema),
  ]),
);

/** How a call differs from the description of the Bot API, one line for each difference. */
export function violationsOf(method: string, payload: object): readonly string[] {
  const call = CALLS.get(method);
  if (call === undefined) return [`${method}: there is no such method`];
  const { error } = call.safeParse(payload);
  return error === undefined
    ? []
    : [`${method}: ${z.prettifyError(error)} in ${JSON.stringify(payload)}`];
}
