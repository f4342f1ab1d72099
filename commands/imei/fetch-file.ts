import { type FileFailure, FileUnreadable } from '../../src/core/adapter/file-access.ts';
import type { FileReference } from '../../src/core/options.ts';
import { MAX_BYTES } from '../../src/files/files.ts';
import type { ImeiQuery } from './query.ts';

/** Resolves with the bytes of a file, or with why they could not be read. */
export async function fetchFile(
  { services, invocation: { requester } }: ImeiQuery,
  file: FileReference,
  signal: AbortSignal,
): Promise<Uint8Array | FileFailure> {
  try {
    return await services.files.download(file, { requester, maxBytes: MAX_BYTES, signal });
  } catch (error) {
    if (error instanceof FileUnreadable) return error.why;
    throw error;
  }
}
