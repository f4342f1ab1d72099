import { expect, it } from 'vitest';
import { renderReply } from '../../src/adapters/telegram/render.ts';
import { sayIn } from '../../src/format/texts/say.ts';
import { button, replyOf } from '../support/replies.ts';

it('a reply in Telegram has its title in bold, and its button below', () => {
  const reply = replyOf({ title: 'NOKIA 3310', actions: [button('Full details', 'token')] });
  const { html, keyboard } = renderReply(reply, { say: sayIn('en'), canSendWholeText: true });
  expect(html).toContain('<b>✅ NOKIA 3310</b>');
  expect(keyboard).toMatchObject([[{ text: 'Full details' }]]);
});
