import type { Reply } from '../../src/core/reply.ts';
import { withModelOnlyNote } from '../../src/format/imei/notes.ts';
import { hintReply, modelOnlyReply } from '../../src/format/personal/help.ts';
import { asksBeyondModel, asksBeyondModelBeside, asksForHelp } from '../../src/format/words/understood.ts';
import { examplesFor, viewOf } from '../define.ts';
import type { ImeiUse } from './use.ts';

/** The reply to words without a number: the help, what the bot cannot know, or what it needs. */
export async function wordsReply({ needs, invocation, text }: ImeiUse): Promise<Reply> {
  const view = viewOf(needs, invocation);
  const help = asksForHelp(text) ? await needs.help?.(invocation) : undefined;
  if (help !== undefined) return help;
  const examples = await examplesFor(needs, invocation);
  return asksBeyondModel(text) ? modelOnlyReply(view, examples) : hintReply(view, examples);
}

/** The answer to one number, with a word on what it does not say where somebody asks for that beside the number. */
export function besideNumber(use: ImeiUse, states: AsyncIterable<Reply>): AsyncIterable<Reply> {
  return asksBeyondModelBeside(use.text) ? withNote(use, states) : states;
}

async function* withNote(
  { needs, invocation }: ImeiUse,
  states: AsyncIterable<Reply>,
): AsyncGenerator<Reply> {
  const view = viewOf(needs, invocation);
  for await (const state of states) yield withModelOnlyNote(view, state);
}
