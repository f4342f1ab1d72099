import type { Command } from '../../core/command.ts';
import type { Reply } from '../../core/reply.ts';
import { sandboxNote } from '../imei/provenance.ts';
import { compose } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { commandWords } from '../words/command-words.ts';
import { titled } from '../words/titled.ts';

/** What the bot can do: the commands in the order given, each with its description, and examples. */
export function helpReply(view: View, commands: readonly Command[], examples: readonly string[]): Reply {
  const { say } = view;
  return compose({
    tone: 'neutral',
    title: say('help.title'),
    summary: say('help.summary'),
    sections: [
      {
        heading: say('help.commands'),
        fields: commands.map((command) => ({
          label: `/${command.name}`,
          value: commandWords(say, command).description,
        })),
      },
      { heading: say('help.examples'), fields: [], lines: examples },
      { heading: say('help.whereHeading'), fields: [], lines: [say('help.where')] },
      ...(view.sandbox
        ? [{ heading: say('help.sandboxHeading'), fields: [], lines: [say('help.sandbox')] }]
        : []),
    ],
    note: sandboxNote(view),
  });
}

/** The reply to a text that contains nothing like an IMEI. */
export function hintReply({ say }: View, examples: readonly string[]): Reply {
  return compose({
    tone: 'warning',
    title: say('hint.title'),
    summary: say('hint.summary'),
    sections: [{ heading: say('hint.example'), fields: [], lines: examples }],
  });
}

/** The reply to who asks, without an IMEI, whether a phone is stolen, blocked or locked. */
export function modelOnlyReply({ say }: View, examples: readonly string[]): Reply {
  return compose({
    tone: 'neutral',
    ...titled(say, 'modelOnly'),
    sections: [{ heading: say('hint.example'), fields: [], lines: examples }],
  });
}
