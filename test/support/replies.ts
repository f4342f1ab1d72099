import type { Button, ReplyWithButtons } from '../../src/core/reply/reply.ts';

export function replyOf(parts: Partial<ReplyWithButtons> = {}): ReplyWithButtons {
  return {
    tone: 'good',
    title: 'A title',
    sections: [],
    actions: [],
    files: [],
    isPrivate: false,
    ...parts,
  };
}

export function button(label: string, token: string, parts: Partial<Button> = {}): Button {
  return { label, token, opens: 'here', ...parts };
}
