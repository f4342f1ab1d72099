import type { Guide } from '../core/adapter/platform-guide.ts';
import type { CommandDescriptor } from '../core/command/command.ts';
import { type Reply, reply } from '../core/reply/reply.ts';
import type { ReplyContext } from './format.ts';
import { joinByDots, sandboxNote } from './reply/compose.ts';
import { commandWords } from './texts/command-words.ts';
import type { Say } from './texts/say.ts';

/** An IMEI in examples of what to type. No digits to check: nobody pays for a forwarded example. */
export const ANY_IMEI = '35…';

/** The guide of a platform that is off. */
export const NO_GUIDE: Guide = { examples: [] };

/** The first page, for newcomers: what to send, and what the reply has. */
export function startReply(context: ReplyContext, guide: Guide): Reply {
  const { say, isSandbox } = context;
  const lines = [
    ...(guide.firstTip === undefined ? [] : [textOf(say, guide.firstTip)]),
    say('modelOnly.note'),
    ...(isSandbox ? [say('help.sandbox')] : []),
  ];
  return reply({
    tone: 'neutral',
    title: say('help.title'),
    summary: say('help.summary'),
    sections: [{ fields: [], lines }],
  });
}

/** The page with the commands, each with its description, and examples. */
export function commandsReply(
  context: ReplyContext,
  commands: readonly CommandDescriptor[],
  guide: Guide,
): Reply {
  const { say } = context;
  return reply({
    tone: 'neutral',
    title: say('help.commands'),
    sections: [
      {
        fields: commands.map((command) => ({
          label: `/${command.name}`,
          value: commandWords(say, command).description,
        })),
      },
      { heading: say('help.examples'), fields: [], lines: examplesOf(guide, say) },
      { heading: say('help.whereHeading'), fields: [], lines: [say('help.where')] },
    ],
    note: sandboxNote(context),
  });
}

/** The page about groups: what works there, one line each. */
export function groupsReply({ say }: ReplyContext, { whereOthersRead = [] }: Guide): Reply {
  return reply({
    tone: 'neutral',
    title: say('help.groups'),
    sections: [{ fields: [], lines: whereOthersRead.map((key) => textOf(say, key)) }],
  });
}

/** The message to a group that adds the bot, or mentions it without a question. */
export function greetingReply({ say }: ReplyContext, { greeting }: Guide): Reply {
  return reply({
    tone: 'neutral',
    title: say('help.title'),
    summary: greeting === undefined ? say('help.summary') : textOf(say, greeting),
  });
}

/** The reply if the platform does not show the bot the message that a person asks about. */
export function unreadableReply(context: ReplyContext, guide: Guide): Reply {
  if (guide.unreadableMessage === undefined) return startReply(context, guide);
  const { title, summary } = guide.unreadableMessage;
  return reply({
    tone: 'warning',
    title: textOf(context.say, title),
    summary: textOf(context.say, summary),
  });
}

/** Examples of what to send, one line each. */
export function examplesOf(guide: Guide, say: Say): readonly string[] {
  return guide.examples.map((example) => {
    if (typeof example === 'string') return textOf(say, example);
    const typed = example.typed.replace(/\{([\w.]+)\}/gu, (_, key) => textOf(say, key));
    return joinByDots(typed, textOf(say, example.meaning)) ?? typed;
  });
}

/** The text of a key that a platform has in its guide. */
function textOf(say: Say, key: string): string {
  return say.find(key) ?? key;
}
