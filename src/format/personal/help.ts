import type { Surface } from '../../core/adapter.ts';
import type { Command } from '../../core/command.ts';
import type { Reply } from '../../core/reply.ts';
import { sandboxNote } from '../imei/notes.ts';
import { compose, notes } from '../reply/compose.ts';
import type { View } from '../reply/view.ts';
import { commandWords, type Say } from '../words/say.ts';

/** A number that is known to be an example, as manuals have it. */
const IMEI = '490154203237518';

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

/** What a person can do first, one line each, as it is done where they are. */
export function examplesOn(surface: Surface, say: Say): readonly string[] {
  const line = (typed: string, what: string): string => notes(typed, what) ?? typed;
  const [one, full] = [say('help.example.number'), say('help.example.full')];
  if (surface === 'form') return formExamples(say, line, { one, full });
  const typed = [line(IMEI, one), line(`/imei full ${IMEI}`, full)];
  return surface === 'chat'
    ? [...typed, say('help.example.sendPhoto'), say('help.example.sendFile')]
    : [
        ...typed,
        line('/imei file:label.jpg', say('help.example.photo')),
        line('/imei file:stock.csv', say('help.example.file')),
      ];
}

/** What works in a group, one line each; only chats have groups. */
export function inGroupsOn(surface: Surface, say: Say): readonly string[] {
  return surface === 'chat' ? [say('help.example.group'), say('help.example.album')] : [];
}

/** A form has its names in the reader's language. */
function formExamples(
  say: Say,
  line: (typed: string, what: string) => string,
  { one, full }: { readonly one: string; readonly full: string },
): readonly string[] {
  const command = `/${say('commands.imei.name')}`;
  const number = `${say('commands.imei.options.imei.name')}:${IMEI}`;
  const file = say('commands.imei.options.file.name');
  const detail = `${say('commands.imei.options.detail.name')}:${say('commands.imei.options.detail.choices.full')}`;
  return [
    line(`${command} ${number}`, one),
    line(`${command} ${number} ${detail}`, full),
    line(`${command} ${file}:label.jpg`, say('help.example.photo')),
    line(`${command} ${file}:stock.csv`, say('help.example.file')),
    say('help.example.directMessage'),
    say('help.example.mention'),
  ];
}
