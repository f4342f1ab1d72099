import { isPrincipal, type Principal } from '../../../core/requester.ts';
import { PLATFORM } from '../target.ts';

/** The principals of these ids, without those that are none. */
export function principals(kind: string, ids: readonly (string | null | undefined)[]): Principal[] {
  return ids.map((id) => `${PLATFORM}:${kind}:${id ?? ''}`).filter(isPrincipal);
}
