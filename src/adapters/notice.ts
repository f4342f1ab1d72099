import type { ShownReply } from '../core/reply.ts';

/**
 * Whether a reply is only a notice to the person who pressed or edited ("this button is for somebody else", "too many open
 * requests"), which must not replace the pressed reply, nor the answer to what was asked before the edit.
 */
export function isNotice({ tone, private: forAsker, sections, actions, files, note }: ShownReply): boolean {
  const bare = sections.length === 0 && actions.length === 0 && files.length === 0 && note === undefined;
  return bare && (forAsker || tone === 'warning' || tone === 'bad');
}
