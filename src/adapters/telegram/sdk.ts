import { createRequire } from 'node:module';
import type * as grammy from 'grammy';

/**
 * What is used of grammY. It comes by `require`, since an `import` would first search it for the names that it exports,
 * which takes nearly as long as loading it.
 */
export const { Api, GrammyError, HttpError, InputFile }: typeof grammy = createRequire(import.meta.url)(
  'grammy',
);
export type Api = grammy.Api;
export type GrammyError = grammy.GrammyError;
export type InputFile = grammy.InputFile;
