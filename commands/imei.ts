import { type Command, defineCommand } from '../src/core/command.ts';
import type { FileReference } from '../src/core/options.ts';
import type { Reply } from '../src/core/reply.ts';
import { nothingGivenReply } from '../src/format/files/trouble.ts';
import { commandWords } from '../src/format/words/words.ts';
import { answerText } from './imei/text.ts';
import type { ImeiUse } from './imei/use.ts';
import { type CommandNeeds, viewOf } from './needs.ts';

const NAME = 'imei';

/** `/imei`: which phone an IMEI belongs to, for one or many of them, in free text or in a file. */
export function createImei(needs: CommandNeeds): Command {
  return defineCommand({
    name: NAME,
    audience: 'everyone',
    options: [
      { name: 'imei', kind: 'text', required: false },
      { name: 'file', kind: 'file', required: false },
      { name: 'detail', kind: 'choice', required: false, choices: ['brief', 'full'] },
      { name: 'fresh', kind: 'flag' },
      { name: 'confirmed', kind: 'flag' },
      { name: 'anyway', kind: 'flag' },
    ],
    run: (invocation) => {
      const { imei: text = '', file, detail = 'brief', ...flags } = invocation.options;
      const { fresh, confirmed, anyway } = flags;
      const use: ImeiUse = { needs, invocation, command: NAME, text, file, detail, fresh, confirmed, anyway };
      if (file !== undefined) return answerAnyFile(use, file);
      return text === '' ? askFor(use) : answerText(use);
    },
  });
}

async function* answerAnyFile(use: ImeiUse, file: FileReference): AsyncGenerator<Reply> {
  // Loaded with the first file: it takes libraries for tables and for pictures.
  const { answerFile } = await import('./imei/file.ts');
  yield* answerFile(use, file);
}

async function* askFor({ needs, invocation }: ImeiUse): AsyncGenerator<Reply> {
  const view = viewOf(needs, invocation);
  yield nothingGivenReply(view, commandWords(view.words, NAME)?.examples ?? []);
}
