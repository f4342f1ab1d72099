import { serveJobs, startLimit } from '../files/work/serve.ts';
import { BrokenPicture, LockedDocument, UnknownPicture } from './decode/broken.ts';
import { loadDecoder, startDecoder } from './decode/decode.ts';
import { DecoderCrashed, TooLargePicture } from './decode/decoder-memory.ts';
import type { PictureJob, PictureResult } from './job.ts';
import { isDocument } from './picture.ts';
import { readDocument, readDocumentText } from './read-document.ts';
import { readPicture } from './read-picture.ts';
import { startTextEngine, type TextEngine } from './text/engine.ts';

/** The thread that decodes: one picture after another, as they are sent. What breaks here ends it and its process. */
const program = loadDecoder();
let started = program.then(startDecoder);
/** Started with the first picture that needs it, and ended with the thread. */
let engine: Promise<TextEngine> | undefined;

serveJobs(async ({ picture, workMs, isTextOnly }: PictureJob): Promise<PictureResult> => {
  await started;
  const isOver = startLimit(workMs);
  try {
    if (isTextOnly === true) return await readDocumentText(picture);
    const read = isDocument(picture) ? readDocument : readPicture;
    return await read(picture, {
      hasTime: () => !isOver(),
      restartDecoder: async () => startDecoder(await program),
      startEngine: () => {
        engine ??= startTextEngine();
        return engine;
      },
      dropEngine: () => {
        engine = undefined;
      },
    });
  } catch (error) {
    if (error instanceof BrokenPicture) return { why: 'broken' };
    if (error instanceof LockedDocument) return { why: 'locked' };
    if (error instanceof UnknownPicture) return { why: 'unknown' };
    if (error instanceof DecoderCrashed) {
      started = program.then(startDecoder);
      return { why: 'broken' };
    }
    if (error instanceof TooLargePicture) return { why: 'too-much' };
    throw error;
  }
});
