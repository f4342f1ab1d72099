import type { ShownReply } from '../../../core/reply.ts';

/**
 * Whether a reply is only a word to whoever pressed a button ("this button is for somebody else", "too much is
 * waiting already"), for which the answer that was pressed must not be lost.
 */
export function isNotice({ tone, private: forAsker, sections, actions, files, note }: ShownReply): boolean {
  const bare = sections.length === 0 && actions.length === 0 && files.length === 0 && note === undefined;
  return bare && (forAsker || tone === 'warning' || tone === 'bad');
}
