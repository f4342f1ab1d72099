/**
 * Resolves with all bytes of a stream, or with undefined if there are more than `maxBytes`. Counts
 * them as they arrive, since a sender can announce any length. The rest is not read.
 * @param stream null if there are no bytes, as the body of a `Request` or `Response` may be
 * @throws the error of the stream
 */
export async function readWithin(
  maxBytes: number,
  stream: AsyncIterable<Uint8Array> | null,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream ?? []) {
    size += piece.byteLength;
    if (size > maxBytes) return undefined;
    pieces.push(piece);
  }
  const bytes = new Uint8Array(size);
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.byteLength;
  }
  return bytes;
}
