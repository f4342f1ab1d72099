import type { Guide } from '../src/core/adapter/platform-guide.ts';
import {
  type Command,
  type CommandDescriptor,
  defineCommand,
  type InvocationContext,
} from '../src/core/command/command.ts';
import { type Action, invoke, type Reply } from '../src/core/reply/reply.ts';
import {
  commandsReply,
  examplesOf,
  greetingReply,
  groupsReply,
  NO_GUIDE,
  startReply,
  unreadableReply,
} from '../src/format/help-pages.ts';
import { sayIn } from '../src/format/texts/say.ts';
import { asImei } from '../src/imei/imei.ts';
import { type BotServices, contextOf, readOr } from './services.ts';

/**
 * The pages of the help. Buttons open the first two, and adapters ask for the others: `greeting` in
 * a group, `unreadable` if the platform does not show the bot the message that a person asks about.
 */
const TOPICS = ['commands', 'groups', 'greeting', 'unreadable'] as const;
type Topic = (typeof TOPICS)[number];

/** The IMEI that the button of an example checks. */
const EXAMPLE = '490154203237518';

/** Makes a page of the help; without a topic the first page. */
export type Help = (invocation: InvocationContext, topic?: Topic) => Promise<Reply>;

export const HELP = {
  name: 'help',
  options: [{ name: 'topic', kind: 'choice', required: false, choices: TOPICS, isInternal: true }],
} as const satisfies CommandDescriptor;

export function createHelp(help: Help): Command {
  return defineCommand({
    ...HELP,
    run: async function* (invocation) {
      yield await help(invocation, invocation.options.topic);
    },
  });
}

export function helpOn(services: BotServices, commands: readonly CommandDescriptor[]): Help {
  return async (invocation, topic) => {
    const context = contextOf(services, invocation);
    const guide = guideFor(services, invocation);
    const back = pageButton('back', context.say('actions.back'));
    switch (topic) {
      case 'commands':
        return { ...commandsReply(context, commands, guide), actions: [back] };
      case 'groups':
        return { ...groupsReply(context, guide), actions: [back] };
      case 'greeting':
        return greetingReply(context, guide);
      case 'unreadable':
        return unreadableReply(context, guide);
      case undefined:
        return { ...startReply(context, guide), actions: await startActions(services, invocation) };
    }
  };
}

/** Examples of what to send on the person’s platform, one line each. */
export function examplesFor(
  services: BotServices,
  invocation: InvocationContext,
): readonly string[] {
  return examplesOf(guideFor(services, invocation), sayIn(invocation.locale));
}

function guideFor({ guideOf }: BotServices, { requester }: InvocationContext): Guide {
  return guideOf(requester) ?? NO_GUIDE;
}

async function startActions(
  services: BotServices,
  invocation: InvocationContext,
): Promise<readonly Action[]> {
  const say = sayIn(invocation.locale);
  const { whereOthersRead: worksInGroups } = guideFor(services, invocation);
  const privacy = say('actions.privacy');
  return [
    ...(await exampleActions(services, invocation)),
    pageButton('commands', say('help.commands'), 'commands'),
    ...(worksInGroups === undefined ? [] : [pageButton('groups', say('help.groups'), 'groups')]),
    { id: 'privacy', label: privacy, opens: 'new', effect: invoke('privacy') },
  ];
}

/** The button that checks the example, if its answer costs nothing. */
async function exampleActions(
  services: BotServices,
  { locale }: InvocationContext,
): Promise<readonly Action[]> {
  const isSaved = await isExampleSaved(services);
  if (!isSaved && !services.settings.isSandbox) return [];
  const values = { imei: EXAMPLE, ...(isSaved && { saved: true }) };
  const label = sayIn(locale)('actions.example');
  return [{ id: 'example', label, opens: 'new', effect: invoke('imei', values) }];
}

/** Whether the answer to the example is saved. False while the store fails: the help goes on. */
async function isExampleSaved(services: BotServices): Promise<boolean> {
  const imei = asImei(EXAMPLE);
  if (imei === undefined) return false;
  const stored = await readOr(services, undefined, () => services.checker.lookUp(imei));
  return stored?.kind === 'answered';
}

/** A button that replaces a page of the help with another one; without a topic with the first. */
function pageButton(id: string, label: string, topic?: Topic): Action {
  const values = topic === undefined ? {} : { topic };
  return { id, label, opens: 'here', effect: invoke('help', values) };
}
