import type { AnswerReader } from './contract.ts';
import type { CheckAnswer, RawAnswer } from './device.ts';

/** The reader of rows that name none: they were written when there was one provider. */
const FIRST_READER = 'device-identity';

/** Reads an answer with the provider that brought it. @throws {ServiceFailure} if it holds none */
export type ReadAnswer = (raw: RawAnswer) => CheckAnswer;

/** The provider that brought an answer is not among those of this version. Says nothing of the answer itself. */
export class ReaderUnknown extends Error {
  override readonly name = 'ReaderUnknown';
}

/** @throws {ReaderUnknown} from the returned function, for an answer of a provider that is not among the readers */
export function readWith(readers: readonly AnswerReader[]): ReadAnswer {
  const byName = new Map(readers.map((reader) => [reader.name, reader]));
  return (raw) => {
    const reader = byName.get(raw.reader ?? FIRST_READER);
    if (reader === undefined) throw new ReaderUnknown(`no provider ${raw.reader} to read an answer`);
    return reader.read(raw);
  };
}
