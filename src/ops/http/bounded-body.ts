/**
 * The body of a request, which its handler may read or leave. Reading it fails at the bound.
 *
 * Replaces `bodyLimit` of Hono 4.13.19, which answers 500 to a body in chunks, since
 * @hono/node-server 2.1.8 runs here with `overrideGlobalObjects: false`. Remove this class once
 * `bodyLimit` takes chunks:
 * https://github.com/langwatch/langwatch/issues/6636
 */
export class BoundedBody {
  /** Null if there is no body. */
  readonly stream: ReadableStream<Uint8Array> | null;
  #failure: 'too-large' | 'broken-off' | undefined;

  constructor(body: ReadableStream<Uint8Array> | null, maxBytes: number) {
    this.stream = body && ReadableStream.from(this.#readWithin(body, maxBytes));
  }

  /** The reason why it could not be read; undefined if it could, or if nobody has tried. */
  get failure(): 'too-large' | 'broken-off' | undefined {
    return this.#failure;
  }

  /** Counts the bytes as they arrive, since a sender can announce any length. */
  async *#readWithin(
    body: ReadableStream<Uint8Array>,
    maxBytes: number,
  ): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const piece of body) {
        size += piece.byteLength;
        if (size > maxBytes) {
          this.#failure = 'too-large';
          throw new Error(`The body has more than ${maxBytes} bytes`);
        }
        yield piece;
      }
    } catch (error) {
      // The client broke the body off or sent it malformed.
      this.#failure ??= 'broken-off';
      throw error;
    }
  }
}
