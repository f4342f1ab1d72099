import type { Command } from '../src/core/command.ts';
import type { FileReference } from '../src/core/options.ts';
import type { Reply } from '../src/core/reply.ts';
import type { FileForm } from '../src/format/files/list-table.ts';
import { nothingGivenReply } from '../src/format/files/trouble.ts';
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
      { name: 'take', kind: 'text', required: false, internal: true },
      { name: 'told', kind: 'text', required: false, maxLength: 20, internal: true },
    ],
    run: (invocation) => {
      const { imei: text = '', detail = 'brief', file, ...internal } = invocation.options;
      const { saved, told, take = '', ...flags } = internal;
      const use: ImeiUse = {
        ...{ needs, invocation, command: NAME, text, detail, file, ...flags },
        take: take === '' ? [] : take.split('\n'),
        savedOnly: saved !== undefined,
        ...(told !== undefined && { told: Math.max(0, Math.trunc(Number(told)) || 0) }),
      };
      if (saved === 'csv' || saved === 'xlsx') return answerAsFile(use, saved);
      if (file !== undefined) return answerAnyFile(use, file);
      return text === '' ? askFor(use) : answerText(use);
    },
  });
}

// The files below take libraries for tables and pictures, so a start does not load them.
async function* answerAnyFile(use: ImeiUse, file: FileReference): AsyncGenerator<Reply> {
  const { answerFiles } = await import('./imei/files.ts');
  yield* answerFiles(use, [file, ...(file.others ?? [])]);
}

async function* answerAsFile(use: ImeiUse, form: FileForm): AsyncGenerator<Reply> {
  const { savedAsFile } = await import('./imei/saved.ts');
  yield* savedAsFile(use, form);
}

async function* askFor({ needs, invocation }: ImeiUse): AsyncGenerator<Reply> {
  yield nothingGivenReply(viewOf(needs, invocation), await examplesFor(needs, invocation));
}
