import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { parseJson } from '../../core/json.ts';
import type { ServiceLimits } from '../../core/service-limits.ts';
import type { Clock } from '../../core/time/clock.ts';
import type { MarkFile } from '../../store/mark-file.ts';
import type { MetadataTable } from '../../store/schema/metadata-table.ts';
import type { PastRow } from '../../store/schema/send-table.ts';
import { type Mark, markSchema } from './mark.ts';
import { findPastWindow, type PastWindow } from './past-window.ts';

const ROW = 'process';

interface ProcessMarkOptions {
  readonly metadata: MetadataTable;
  /** The file next to the store; undefined unless the store itself is a file. */
  readonly file?: MarkFile | undefined;
  readonly limits: ServiceLimits;
  readonly callTimeoutMs: number;
  /** Identifies the boot of the machine. */
  readonly boot: string;
  readonly clock: Clock;
}

/**
 * The mark of this process in the store, and its id in a file next to the store. The two ids differ
 * if the store is new, was restored or was swapped. The mark is written at a start and at an
 * orderly end, not with each send.
 */
export class ProcessMark {
  readonly #options: ProcessMarkOptions;
  /** The latest mark of this process, which the store may lack. */
  #mark: Mark | undefined;
  /** The id of the latest mark that the store has for sure. */
  #storedId: string | undefined;

  constructor(options: ProcessMarkOptions) {
    this.#options = options;
  }

  /** Identifies the mark that the store has of this process; undefined before there is one. */
  get id(): string | undefined {
    return this.#storedId;
  }

  /**
   * Writes the mark of this process. Resolves with what earlier processes sent in the present
   * window.
   * @param isComplete whether the store has all sends for sure: it is new, or the sandbox begins
   *   with this run
   * @throws StoreFailed
   */
  async begin(latest: readonly PastRow[], isComplete: boolean): Promise<PastWindow['sends']> {
    const { file, limits, callTimeoutMs, boot, clock } = this.#options;
    const last = await this.#read();
    // A file that cannot be read does not agree: then the bot only waits for a window.
    const marksAgree =
      file === undefined || last?.id === (await file.read().catch(() => undefined));
    const uptime = clock.uptime();
    const { sends, carriedOver } = findPastWindow({
      limits,
      callTimeoutMs,
      start: { boot, uptime, isComplete },
      last: marksAgree ? last : undefined,
      latest,
    });
    await this.#write({ boot, uptime, carriedOver });
    return sends;
  }

  /**
   * Whether the store still has this mark: it is the same store, and no other process has served on
   * it since.
   * @throws StoreFailed
   */
  async isLatest(id: string): Promise<boolean> {
    return (await this.#read())?.id === id;
  }

  /**
   * This process sends nothing more.
   * @throws StoreFailed
   */
  async end(): Promise<void> {
    if (this.#mark === undefined) return;
    await this.#write({ ...this.#mark, endedAt: this.#options.clock.uptime() });
  }

  async #read(): Promise<Mark | undefined> {
    const text = await this.#options.metadata.get(ROW);
    return text === undefined ? undefined : markSchema.safeParse(parseJson(text)).data;
  }

  async #write(next: Omit<Mark, 'id'>): Promise<void> {
    const { metadata, file } = this.#options;
    const mark = { ...next, id: randomUUID() };
    this.#mark = mark;
    await metadata.set(ROW, JSON.stringify(mark));
    this.#storedId = mark.id;
    // If the file lacks it, the next start only waits for a window.
    await file?.write(mark.id).catch(() => undefined);
  }
}

/** Identifies the boot of this machine. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Not Linux: all boots of the machine have one id, and only uptimes may tell them apart.
    return hostname();
  }
}
