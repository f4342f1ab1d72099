import type { Surface } from '../core/adapter.ts';
import type { CommandDescriptor } from '../core/command.ts';
import type { Reply } from '../core/reply.ts';
import { sandboxNote } from './imei/device.ts';
import { compose, notes } from './reply/compose.ts';
import type { View } from './reply/view.ts';
import { commandWords, type Say, titled } from './words/say.ts';

/** A well-known example number. */
export const EXAMPLE = '490154203237518';

/** What a newcomer reads: what to send, and what comes back. */
export function startReply(view: View, surface: Surface): Reply {
  const { say, sandbox } = view;
  const lines = [
    ...(surface === 'form' ? [say('help.menu')] : []),
    say('modelOnly.note'),
    ...(sandbox ? [say('help.sandbox')] : []),
  ];
  return compose({
    tone: 'neutral',
    title: say('help.title'),
    summary: say('help.summary'),
    sections: [{ fields: [], lines }],
  });
}

/** The commands in the order given, each with its description, and examples. */
export function commandsReply(
  view: View,
  commands: readonly CommandDescriptor[],
  examples: readonly string[],
): Reply {
  const { say } = view;
  return compose({
    tone: 'neutral',
    title: say('help.commands'),
    sections: [
      {
        fields: commands.map((command) => ({
          label: `/${command.name}`,
          value: commandWords(say, command).description,
        })),
      },
      { heading: say('help.examples'), fields: [], lines: examples },
      { heading: say('help.whereHeading'), fields: [], lines: [say('help.where')] },
    ],
    note: sandboxNote(view),
  });
}

/** What works where others read, one line each. */
export function groupsReply({ say }: View, surface: Surface): Reply {
  const lines =
    surface === 'form'
      ? [say('help.menu'), say('help.example.mention'), say('help.example.directMessage')]
      : [say('help.example.group'), say('help.example.album')];
  return compose({
    tone: 'neutral',
    title: say('help.groups'),
    sections: [{ fields: [], lines }],
  });
}

/** What a group reads when the bot comes, or when it is only mentioned. */
export function greetingReply({ say }: View, surface: Surface): Reply {
  return compose({
    tone: 'neutral',
    title: say('help.title'),
    summary: say(surface === 'form' ? 'help.greeting.form' : 'help.greeting.chat'),
  });
}

/** The platform does not show the bot the message that somebody asks about. */
export function unreadableReply({ say }: View): Reply {
  return compose({ tone: 'warning', ...titled(say, 'help.unreadable') });
}

/** What a person can do first, one line each, for a form, a chat or a terminal. */
export function examplesOn(surface: Surface, say: Say): readonly string[] {
  const line = (typed: string, meaning: string): string => notes(typed, meaning) ?? typed;
  const number = say('help.example.number');
  const full = say('help.example.full');
  if (surface === 'form') return formExamples(say, line, { number, full });
  const typed = [line(EXAMPLE, number), line(`/imei full ${EXAMPLE}`, full)];
  return surface === 'chat'
    ? [...typed, say('help.example.sendPhoto'), say('help.example.sendFile')]
    : [
        ...typed,
        line('/imei file:label.jpg', say('help.example.photo')),
        line('/imei file:stock.csv', say('help.example.file')),
      ];
}

/** A form has its names in the reader's language. */
function formExamples(
  say: Say,
  line: (typed: string, meaning: string) => string,
  meanings: { readonly number: string; readonly full: string },
): readonly string[] {
  const command = `/${say('commands.imei.name')}`;
  const number = `${say('commands.imei.options.imei.name')}:${EXAMPLE}`;
  const file = say('commands.imei.options.file.name');
  const detail = `${say('commands.imei.options.detail.name')}:${say('commands.imei.options.detail.choices.full')}`;
  return [
    line(`${command} ${number}`, meanings.number),
    line(`${command} ${number} ${detail}`, meanings.full),
    line(`${command} ${file}:label.jpg`, say('help.example.photo')),
    line(`${command} ${file}:stock.csv`, say('help.example.file')),
  ];
}
