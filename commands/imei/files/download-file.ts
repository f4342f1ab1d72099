import { type FileFailure, FileUnreadable } from '../../../src/core/adapter/file-access.ts';
import type { FileReference } from '../../../src/core/command/command-options.ts';
import { MAX_FILE_BYTES } from '../../../src/files/files.ts';
import type { ImeiQuery } from '../imei-query.ts';

type Download =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly why: FileFailure };

/**
 * Downloads a file that a person sent.
 * @throws the reason of the signal, and errors that are bugs
 */
export async function downloadFile(
  { services, invocation: { requester } }: ImeiQuery,
  file: FileReference,
  signal: AbortSignal,
): Promise<Download> {
  const limits = { maxBytes: MAX_FILE_BYTES, signal };
  try {
    return { ok: true, bytes: await services.files.download(file, { requester, ...limits }) };
  } catch (error) {
    if (error instanceof FileUnreadable) return { ok: false, why: error.why };
    throw error;
  }
}
