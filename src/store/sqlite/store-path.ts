import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, ignoreMissing } from '../../core/error-code.ts';
import { nearestExisting } from '../durable-files.ts';
import { StoreUnusable } from '../store-errors.ts';

/**
 * Checks a path before SQLite does, whose "unable to open" does not say what to do. Creates the
 * directory if it is missing.
 * @throws StoreUnusable
 */
export async function preparePath(file: string): Promise<void> {
  const directory = dirname(file);
  await mkdir(directory, { recursive: true }).catch((error: unknown) => {
    throw unusablePath(directory, `the directory cannot be made (${errorCode(error)})`);
  });
  await checkPath(file);
}

/**
 * Like `preparePath`, but creates nothing.
 * @throws StoreUnusable
 */
export async function checkPath(file: string): Promise<void> {
  const needsRights = (path: string) =>
    access(path, constants.R_OK | constants.W_OK).catch((error: unknown) => {
      throw unusablePath(
        path,
        `it cannot be read and written (${errorCode(error)}); give this user the rights`,
      );
    });
  // SQLite creates files next to it: its log, and the lock.
  await needsRights(nearestExisting(dirname(file)));
  const found = await ignoreMissing(stat(file)).catch((error: unknown) => {
    throw unusablePath(file, `it cannot be opened (${errorCode(error)})`);
  });
  if (found === undefined) return;
  if (found.isDirectory()) {
    throw unusablePath(file, `it is a directory; sqlite://${file}/imei-bot.sqlite would do`);
  }
  if (!found.isFile()) throw unusablePath(file, 'it is not a file');
  // Each hard link would get its own lock, so two processes could open one store and cross the
  // limit together.
  if (found.nlink > 1) throw unusablePath(file, 'it has another name (a hard link)');
  await needsRights(file);
}

function unusablePath(path: string, why: string): StoreUnusable {
  return new StoreUnusable(
    `STORE_URL: ${path} cannot be used: ${why}. Correct that, or set STORE_URL to another place.`,
  );
}
