import type { Command } from '../../core/command.ts';
import type { Reply } from '../../core/reply.ts';
import { sandboxNote } from '../imei/provenance.ts';
import { compose } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { commandWords } from '../words/words.ts';

/** What the bot can do: the commands in the order given, each with its description and examples. */
export function helpReply(view: View, commands: readonly Command[]): Reply {
  const { help } = view.words;
  const known = commands.map((command) => ({ ...commandWords(view.words, command), name: command.name }));
  return compose({
    tone: 'neutral',
    title: help.title,
    lead: help.lead,
    sections: [
      {
        heading: help.commands,
        fields: known.map(({ name, description }) => ({ label: `/${name}`, value: description })),
      },
      { heading: help.examples, fields: [], lines: known.flatMap(({ examples = [] }) => examples) },
      { heading: help.whereHeading, fields: [], lines: [help.where] },
      ...(view.sandbox ? [{ heading: help.sandboxHeading, fields: [], lines: [help.sandbox] }] : []),
    ],
    note: sandboxNote(view),
  });
}
