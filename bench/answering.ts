import { createServer } from 'node:http';

/** Run as a process of its own: answers every call as Telegram answers one that sends a message, and tells its port. */
const ANSWER = JSON.stringify({
  ok: true,
  result: { message_id: 5, date: 1, chat: { id: 42, type: 'private', first_name: 'A' }, text: 'x' },
});
const server = createServer((request, response) => {
  request.resume().once('end', () => response.end(ANSWER));
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
// A bench that was ended in the middle leaves no program behind.
process.once('disconnect', () => process.exit());
