import { test } from 'vitest';
import type { Adapter } from '../../src/core/adapter/adapter.ts';
import type { ShowReply } from '../../src/core/adapter/request-event.ts';
import type { Principal } from '../../src/core/principal.ts';
import { createInbox, type Inbox, type Received, suggestNothing } from '../support/inbox.ts';
import { IMEI } from '../support/known.ts';

/** An adapter that is connected to a fake of its platform, with one person on it. */
export interface Stage {
  readonly adapter: Adapter;
  /** A person whom the platform can reach, and one whom it cannot. */
  readonly admin: Principal;
  readonly stranger: Principal;
  /** The person asks something. */
  say(text: string): Promise<void>;
  /** The person sends a file with `/imei`. */
  send(file: { readonly name: string; readonly bytes: Uint8Array }): Promise<void>;
  /** Removes all files from the platform. */
  loseFiles(): Promise<void> | void;
  /** The person presses the button with this label. */
  press(label: string): Promise<void>;
  /** Everything the person can read now, as the platform shows it. */
  shown(): string;
  /** Everything the admin can read now. */
  notified(): string;
  /** How many calls the platform has refused over its rate limit; undefined without a limit. */
  readonly refused?: () => number;
  /** The next file, or message with files, is too large for the platform. */
  refuseFiles?(): void;
  /** The person edits their last message. */
  edit?(text: string): void;
  /** Somebody deletes all messages of the bot. */
  deleteReplies?(): void;
  /**
   * The person asks something in a place that then expires. Resolves with the shown answer.
   * Left out if no place of the platform expires.
   */
  expired?(): Promise<ShowReply | undefined>;
  /** Another process takes over the store. Its adapter is not started yet. */
  restart?(): Promise<Adapter>;
  /**
   * From now on, the adapter finds that another process may own the installation, or that none
   * does. Left out if the platform is in this process.
   */
  setSlept?(hasSlept: boolean): void;
  /** Somebody addresses the bot where others read: by its name, or in a reply to the bot. */
  mention?(text: string): Promise<void> | void;
  /** Everything the others can read there now. */
  shownToOthers?(): string;
  /** Parts of messages that the platform obeys: pings, formatting, links, control characters. */
  obeyed(): readonly string[];
  close(): Promise<void>;
}

/** With `keepsLimits`, time on the stage runs slowly enough for the limits of the platform. */
export interface StageOptions {
  readonly keepsLimits: boolean;
}

export type OpenStage = (options: StageOptions) => Promise<Stage>;

/** `it`, with a stage for each test. `it.extend({ keepsLimits: true })` has one of that kind. */
export type AdapterIt = ReturnType<typeof createIt>;

export function createIt(open: OpenStage) {
  return test.extend<{ keepsLimits: boolean; stage: Stage }>({
    keepsLimits: false,
    stage: async ({ keepsLimits }, use) => {
      const stage = await open({ keepsLimits });
      await use(stage);
      await stage.close();
    },
  });
}

export const last = { isLast: true } as const;
export const progress = { isLast: false } as const;

/** Starts an adapter, and accepts all its requests. */
export async function start(
  stage: Stage,
  adapter = stage.adapter,
  inbox = createInbox(),
): Promise<Inbox> {
  await adapter.start(inbox.receive, suggestNothing);
  return inbox;
}

export async function startAndAsk(stage: Stage): Promise<Received & { inbox: Inbox }> {
  const inbox = await start(stage);
  await stage.say(IMEI);
  return { inbox, ...(await inbox.received()) };
}

/** A value as read from the store. */
export function stored<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

export function fileWith(bytes: number) {
  return { name: `${bytes}.csv`, contentType: 'text/csv', data: new Uint8Array(bytes) };
}
