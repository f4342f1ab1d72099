import { Locale } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createCommands } from '../../../commands/index.ts';
import { type CommandForm, commandForms } from '../../../src/adapters/discord/commands.ts';
import { type Command, defineCommand } from '../../../src/core/command.ts';
import { catalogueOf, languageOf, listLanguages } from '../../../src/format/words/catalogue.ts';
import { createSayIn, sayIn } from '../../../src/format/words/say.ts';
import { quiet } from '../../support/conversation.ts';
import { suggestNothing } from '../../support/suggest-nothing.ts';
import { COMMANDS, createInbox, replyOf, stageDiscord } from './stage.ts';

const de = sayIn('de');
const en = sayIn('en');

const TEXT = { command: 'imei', option: 'imei', fileOption: 'file' };
const FORMS = commandForms(COMMANDS, TEXT, sayIn);
const formOf = (name: string): CommandForm | undefined => FORMS.find((form) => form.name === name);

describe('commands in the form of Discord', () => {
  it('can be used on servers, in the DM with the bot and in other DMs, installed by servers and by people', () => {
    for (const form of FORMS) {
      expect(form).toMatchObject({ contexts: [0, 1, 2], integration_types: [0, 1] });
    }
  });

  it('have what must be given before what need not, and the public option last', () => {
    expect(formOf('imei')).toMatchObject({
      type: 1,
      description: en('commands.imei.description'),
      options: [
        { type: 3, name: 'imei', required: true, autocomplete: true, max_length: 6_000 },
        { type: 5, name: 'fresh' },
        {
          type: 3,
          name: 'detail',
          choices: [
            { name: en('commands.imei.options.detail.choices.brief'), value: 'brief' },
            { name: en('commands.imei.options.detail.choices.full'), value: 'full' },
          ],
        },
        {
          type: 11,
          name: 'file',
          required: false,
          description: en('commands.imei.options.file.description'),
        },
        { type: 5, name: 'public', description: en('discord.publicOption.description') },
      ],
    });
  });

  it('have no field for what buttons alone set', () => {
    const listed = defineCommand({
      name: 'list',
      audience: 'everyone',
      options: [
        { name: 'find', kind: 'text', required: false },
        { name: 'page', kind: 'text', required: false, internal: true },
      ],
      run: async function* () {},
    });
    expect(commandForms([listed], TEXT, sayIn)[0]).toMatchObject({
      options: [{ name: 'find' }, { name: 'public' }],
    });
  });

  it('are hidden from members where they are for admins, and cannot be shared', () => {
    expect(formOf('quota')).toMatchObject({ default_member_permissions: '0', options: [{ name: 'fresh' }] });
    expect(formOf('imei')?.default_member_permissions).toBeUndefined();
    expect(formOf('help')).toMatchObject({ options: [] });
  });

  it('come with an entry in the menu of messages', () => {
    expect(FORMS.at(-1)).toMatchObject({ type: 3, name: 'Check IMEIs' });
  });

  it('have their names, descriptions and choices in every language of Discord that the bot speaks', () => {
    expect(formOf('quota')).toMatchObject({
      name: 'quota',
      name_localizations: { de: de('commands.quota.name') },
      description: en('commands.quota.description'),
      description_localizations: { de: de('commands.quota.description') },
      options: [{ name: 'fresh', name_localizations: { de: de('commands.quota.options.fresh.name') } }],
    });
    expect(formOf('imei')).toMatchObject({
      options: [
        { name: 'imei' },
        {},
        { choices: [{ name_localizations: { de: de('commands.imei.options.detail.choices.brief') } }, {}] },
        { name: 'file', name_localizations: { de: de('commands.imei.options.file.name') } },
        { name: 'public', name_localizations: { de: de('discord.publicOption.name') } },
      ],
    });
    expect(FORMS.at(-1)).toMatchObject({ name_localizations: { de: de('discord.contextMenu') } });
    // Discord refuses codes it does not know, and so many languages that say the same need not be told.
    const codes = FORMS.flatMap((form) => Object.keys(form.name_localizations ?? {}));
    expect(codes.filter((code) => !Object.values<string>(Locale).includes(code))).toEqual([]);
    expect(formOf('imei')).not.toHaveProperty('name_localizations.de');
  });

  it('are described to everybody else in the language of the bot, and in English to those who speak it', () => {
    const [form] = commandForms([...COMMANDS], TEXT, createSayIn('de'));
    expect(form).toMatchObject({
      name: 'imei',
      description: de('commands.imei.description'),
      description_localizations: {
        'en-US': en('commands.imei.description'),
        'en-GB': en('commands.imei.description'),
      },
    });
    expect(form).not.toHaveProperty('description_localizations.de');
  });

  it('are called as they call themselves where no catalogue has their words', () => {
    const [form] = commandForms([untranslated()], TEXT, createSayIn('de'));
    expect(form).toMatchObject({
      name: 'hello',
      description: 'hello',
      options: [{ name: 'to' }, {}],
    });
    expect(form).toMatchObject({ name_localizations: null, description_localizations: null });
  });

  it('stay within the 8,000 characters that Discord allows a command, in its longest language', () => {
    for (const form of FORMS) expect(longestOf(form), form.name).toBeLessThanOrEqual(8_000);
  });
});

describe('the commands of the bot in the form of Discord', () => {
  const commands = createCommands(quiet);
  const forms = commandForms(commands, TEXT, sayIn);

  it('can all be used in every place and by both ways to install the app, the menu of a message too', () => {
    expect(forms).toHaveLength(commands.length + 1);
    for (const form of forms) expect(form).toMatchObject({ contexts: [0, 1, 2], integration_types: [0, 1] });
  });

  it('are hidden from members where they are for admins, and from nobody else', () => {
    const hidden = forms.filter((form) => form.default_member_permissions !== undefined);
    expect(hidden).toMatchObject([{ name: 'quota', default_member_permissions: '0' }]);
  });

  it('have their descriptions, and those of their options, in each language of Discord that has words for them', () => {
    const spoken = ['es-ES', 'es-419', 'pt-BR', 'de', 'fr', 'ru', 'uk', 'hi', 'zh-CN', 'zh-TW'];
    const having = (key: string): string[] =>
      spoken.filter((locale) => Object.hasOwn(catalogueOf(languageOf(locale)), key)).toSorted();
    expect(having('commands.imei.description')).toEqual(spoken.toSorted());
    const described = forms.flatMap((form) => {
      if (!('options' in form)) return [];
      const at = `commands.${form.name}`;
      const options = (form.options ?? []).map((option) => {
        const isPublic = option.name === 'public';
        return [isPublic ? 'discord.publicOption' : `${at}.options.${option.name}`, option] as const;
      });
      return [[at, form] as const, ...options];
    });
    expect(described.length).toBeGreaterThan(commands.length);
    for (const [at, { description_localizations }] of described)
      expect(Object.keys(description_localizations ?? {}).toSorted(), at).toEqual(
        having(`${at}.description`),
      );
  });
});

function untranslated(): Command {
  return defineCommand({
    name: 'hello',
    audience: 'everyone',
    options: [{ name: 'to', kind: 'text', required: true }],
    run: async function* () {},
  });
}

/** As Discord counts: of each text the longest language. */
function longestOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, member) => sum + longestOf(member), 0);
  if (typeof value !== 'object' || value === null) return 0;
  const length = (key: string): number => {
    const texts = [
      Reflect.get(value, key) ?? '',
      ...Object.values(Reflect.get(value, `${key}_localizations`) ?? {}),
    ];
    return Math.max(...texts.map((text) => String(text).length));
  };
  return (
    length('name') +
    length('description') +
    longestOf(Reflect.get(value, 'options')) +
    longestOf(Reflect.get(value, 'choices'))
  );
}

describe('what the application says of itself', () => {
  it.each([
    ['is written where nothing is', '', en('discord.description')],
    ['stays as its operator wrote it', 'Phones of our shop', 'Phones of our shop'],
  ])('%s', async (_, before, after) => {
    const { discord, adapter, close } = await stageDiscord();
    discord.world.description = before;
    await adapter.start(createInbox().receive, suggestNothing);
    await expect.poll(() => discord.calls(/^GET .*applications.@me$/)).toHaveLength(1);
    await expect.poll(() => discord.world.description).toBe(after);
    expect(discord.calls(/^PATCH .*@me$/)).toHaveLength(before === '' ? 1 : 0);
    await close();
  });

  it.each(listLanguages())('fits into what Discord allows in %s', (language) => {
    expect(sayIn(language)('discord.description').length).toBeLessThanOrEqual(400);
  });
});

describe('the commands at Discord', () => {
  const READS = /^GET .*commands$/;
  const WRITES = /^PUT .*commands$/;
  const start = async (guild?: string) => {
    const stage = await stageDiscord({ guild });
    const start = (adapter = stage.adapter) => adapter.start(createInbox().receive, suggestNothing);
    return { ...stage, start };
  };

  it('are written once, and not again while they stay the same', async () => {
    const { discord, start: begin, restarted, adapter, close } = await start();
    await begin();
    await expect.poll(() => [...discord.world.commands.values()][0]).toHaveLength(4);
    await adapter.stop();
    await begin(restarted());
    await expect.poll(() => discord.calls(READS)).toHaveLength(2);
    await begin(restarted({ sayIn: createSayIn('de') }));
    await expect.poll(() => discord.calls(WRITES)).toHaveLength(2);
    await close();
  });

  it('GIVEN a server THEN they are written to that one only, and compared there too', async () => {
    const { discord, start: begin, restarted, close } = await start('600000000000000006');
    await begin();
    await expect.poll(() => discord.calls(WRITES)).toHaveLength(1);
    await begin(restarted());
    await expect.poll(() => discord.calls(READS)).toHaveLength(2);
    expect(discord.calls(WRITES).map(({ path }) => path)).toEqual([
      expect.stringContaining('/guilds/600000000000000006/commands'),
    ]);
    expect(JSON.stringify(discord.calls(WRITES)[0]?.body)).not.toMatch(/contexts|integration_types/);
    await close();
  });
});

describe('commands that a text on Discord names', () => {
  it('can be tapped, but for those in code, in links and unknown ones', async () => {
    const { discord, adapter, close } = await stageDiscord();
    const inbox = createInbox();
    await adapter.start(inbox.receive, suggestNothing);
    await expect.poll(() => discord.world.commands.size).toBe(1);
    const registered = [...discord.world.commands.values()].flat() as {
      readonly name: string;
      readonly id: string;
    }[];
    const idOf = (name: string) => registered.find((one) => one.name === name)?.id;
    const [imei, help] = [`</imei:${idOf('imei')}>`, `</help:${idOf('help')}>`];
    discord.say('/help');
    const { show } = await inbox.received();
    const lines = ['/imei', '(/imei)', '/imei 1, or /help.', 'x.example/imei', '/imei/help', '/imeis'];
    const shown = [imei, `(${imei})`, `${imei} 1, or ${help}.`, 'x.example/imei', '/imei/help', '/imeis'];
    await show(replyOf({ sections: [{ fields: [], lines }] }), { last: true });
    expect(discord.world.messages[0]?.body.embeds?.[0]?.description).toBe(shown.join('\n'));
    const long = Array.from({ length: 300 }, () => '/imei and so on');
    discord.say('/help');
    await (await inbox.received(2)).show(replyOf({ sections: [{ fields: [], lines: long }] }), {
      last: true,
    });
    expect(discord.world.messages[1]?.body.embeds?.[0]?.description).toContain('/imei and');
    await close();
  });
});
