/**
 * Returns the request with its whole body in memory, or why it has none: `too-large` with more than `maxBytes`, `broken` if
 * the client disconnected or took too long.
 */
export async function withBoundedBody(
  request: Request,
  maxBytes: number,
): Promise<Request | 'too-large' | 'broken'> {
  const body = request.body === null ? new Uint8Array() : await readBody(request.body, maxBytes);
  if (typeof body === 'string') return body;
  const { url, method, headers } = request;
  // Constructs a standard Request: the server's own only resembles one and cannot be copied with a new body.
  return new Request(url, { method, headers: [...headers], body });
}

async function readBody(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | 'too-large' | 'broken'> {
  // Not cancelled if it is too large: that would cut the connection before the client reads the answer.
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.byteLength;
      if (size > maxBytes) return 'too-large';
      chunks.push(read.value);
    }
  } catch {
    // The client failed, not the bot, and can no longer be told.
    return 'broken';
  }
  return Buffer.concat(chunks, size);
}
