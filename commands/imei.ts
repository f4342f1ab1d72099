import type { Command } from '../src/core/command.ts';
import type { FileReference } from '../src/core/options.ts';
import type { Reply } from '../src/core/reply.ts';
import type { FileForm } from '../src/format/files/list-table.ts';
import { nothingGivenReply } from '../src/format/files/trouble.ts';
import { asideIn } from '../src/imei/find/written.ts';
import { defineWordedCommand, examplesFor, viewOf } from './define.ts';
import { answerText } from './imei/text.ts';
import type { ImeiNeeds, ImeiUse } from './imei/use.ts';

const NAME = 'imei';
const EXAMPLES = ['/imei 490154203237518', '/imei full 35-209900-176148-1'];

/** `/imei`: which phone an IMEI belongs to, for one or many of them, in free text or in a file. */
export function createImei(needs: ImeiNeeds): Command {
  return defineWordedCommand({
    name: NAME,
    audience: 'everyone',
    examples: EXAMPLES,
    options: [
      { name: 'imei', kind: 'text', required: false },
      { name: 'file', kind: 'file', required: false },
      { name: 'detail', kind: 'choice', required: false, choices: ['brief', 'full'] },
      { name: 'fresh', kind: 'flag' },
      { name: 'confirmed', kind: 'flag' },
      { name: 'anyway', kind: 'flag' },
      { name: 'saved', kind: 'choice', required: false, choices: ['answer', 'csv', 'xlsx'], internal: true },
      { name: 'rows', kind: 'text', required: false, maxLength: 20, internal: true },
      { name: 'aside', kind: 'text', required: false, internal: true },
      { name: 'told', kind: 'text', required: false, maxLength: 20, internal: true },
      { name: 'phones', kind: 'choice', required: false, choices: ['one', 'two'], internal: true },
    ],
    run: (invocation) => {
      const { imei: text = '', detail = 'brief', file, ...internal } = invocation.options;
      const { saved, phones, told, aside, ...flags } = internal;
      const asked = { text, detail, file, aside: aside === undefined ? [] : asideIn(aside), ...flags };
      const known = { savedOnly: saved !== undefined, onePhone: phones && phones === 'one' };
      const cost = told === undefined ? {} : { told: Math.max(0, Math.trunc(Number(told)) || 0) };
      const use: ImeiUse = { needs, invocation, command: NAME, ...asked, ...known, ...cost };
      if (saved === 'csv' || saved === 'xlsx') return answerAsFile(use, saved);
      if (file !== undefined) return answerAnyFile(use, file);
      return text === '' ? askFor(use) : answerText(use);
    },
  });
}

// The files below take libraries for tables and pictures, so a start does not load them.
async function* answerAnyFile(use: ImeiUse, file: FileReference): AsyncGenerator<Reply> {
  if (file.others === undefined) {
    const { answerFile } = await import('./imei/file.ts');
    yield* answerFile(use, file);
  } else {
    const { answerFiles } = await import('./imei/files.ts');
    yield* answerFiles(use, [file, ...file.others]);
  }
}

async function* answerAsFile(use: ImeiUse, form: FileForm): AsyncGenerator<Reply> {
  const { savedAsFile } = await import('./imei/saved.ts');
  yield* savedAsFile(use, form);
}

async function* askFor({ needs, invocation }: ImeiUse): AsyncGenerator<Reply> {
  yield nothingGivenReply(viewOf(needs, invocation), await examplesFor(needs, invocation));
}
