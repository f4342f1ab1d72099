import { createRequire } from 'node:module';
import type * as grammy from 'grammy';

/**
 * The used parts of grammY. Loaded by `require`, since an `import` would first scan it for its exports, which takes nearly
 * as long as loading it.
 */
export const { Api, GrammyError, HttpError, InputFile }: typeof grammy = createRequire(import.meta.url)(
  'grammy',
);
/** A client for calls. */
export type Api = grammy.Api;
/** A call that Telegram refused. */
export type GrammyError = grammy.GrammyError;
/** A file to upload. */
export type InputFile = grammy.InputFile;
