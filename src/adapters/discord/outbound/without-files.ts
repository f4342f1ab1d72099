import type { ShownReply } from '../../../core/reply.ts';
import { withoutFiles } from '../../shown-reply.ts';
import { type FaultCode, isOneOf } from '../errors.ts';
import { type MessagePayload, type RenderContext, renderReply } from './render.ts';

/** Failures that a message without files may not meet: Discord takes a message with its files or not at all. */
const OF_FILES: readonly FaultCode[] = ['forbidden', 'payload-refused', 'server-error', 'timeout'];

/** Whether a call failed for a reason that it may not have without files. */
export function isOfFiles(error: unknown): boolean {
  return isOneOf(error, OF_FILES);
}

/** A reply whose files could not be sent, which says so. */
export function renderWithoutFiles(reply: ShownReply, context: RenderContext): MessagePayload {
  const { body } = renderReply(withoutFiles(reply, context.say), context);
  return { body: { ...body, attachments: [] }, files: [] };
}

/** Puts a reply; where its files may be what Discord does not take, it is put once more without them, and says so. */
export async function putOrLeaveFiles<T>(
  reply: ShownReply,
  context: RenderContext,
  put: (message: MessagePayload) => Promise<T>,
): Promise<T> {
  const message = renderReply(reply, context);
  try {
    return await put(message);
  } catch (error) {
    if (message.files.length === 0 || !isOfFiles(error)) throw error;
    return put(renderWithoutFiles(reply, context));
  }
}
