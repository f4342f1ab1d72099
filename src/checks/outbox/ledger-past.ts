import { type Clock, elapsedSince, momentOf } from '../../core/clock.ts';
import type { PastSend } from '../../limiter/window/past-holds.ts';
import type { ReadAnswer } from '../../provider/contract.ts';
import {
  doubtIn,
  type LedgerMemory,
  type LedgerRow,
  type LedgerRows,
  pastSend,
  readAgain,
  readLedgerRow,
} from './ledger-row.ts';
import type { Recent, RecentSends } from './recent-sends.ts';

export interface PastNeeds {
  readonly rows: LedgerRows;
  readonly recent: RecentSends;
  readonly memory: LedgerMemory;
  readonly read: ReadAnswer;
  readonly clock: Clock;
  readonly by: string;
  readonly keptMs: number;
  readonly longestHoldMs: number;
}

/** What earlier processes have left in the ledger. */
interface Past {
  /** The sends whose slots may still be taken. */
  readonly past: readonly PastSend[];
  /** How many checks were sent by processes that did not live to see the answer. */
  readonly inDoubt: number;
  readonly markCounted: () => Promise<void>;
}

/** A send that was cut off, and where its row is. */
interface CutOff {
  readonly row: LedgerRow;
  readonly ledgerId: string;
}

/** Reads what earlier processes have left of what is recent. */
export async function loadPast(needs: PastNeeds): Promise<Past> {
  const { recent, clock, longestHoldMs } = needs;
  const past: PastSend[] = [];
  const cutOff: CutOff[] = [];
  const isOver = ({ sent, answered = sent }: PastSend): boolean =>
    elapsedSince(answered, momentOf(clock)) > longestHoldMs;
  const learn = (text: string | undefined, ledgerId: string): LedgerRow | undefined => {
    const written = readLedgerRow(text);
    if (written === undefined) {
      // Of another secret, or gone: all that is sure is that it may have been sent just now.
      past.push({ sent: momentOf(clock) });
      return undefined;
    }
    const row = readAgain(needs.read, written);
    // Not told by its time: the clock may have been set back since.
    if (row.by === needs.by) return undefined;
    past.push(pastSend(row));
    needs.memory.noteSent(row);
    if (row.outcome === undefined || (row !== written && doubtIn(row) !== undefined))
      cutOff.push({ row, ledgerId });
    return row;
  };
  const named = await recent.named();
  const found = await Promise.all(named.map((one) => ledgerRowOf(needs, one)));
  for (const [index, { id, ledgerId = '' }] of named.entries()) {
    const row = learn(found[index], ledgerId);
    // It holds nothing any more, and is counted: no later start need read it.
    const isOfNoUse = row?.outcome !== undefined && isOver(pastSend(row));
    if (isOfNoUse) await recent.remove(id);
  }
  return {
    past,
    inDoubt: cutOff.filter(({ row }) => row.kind === 'check').length,
    markCounted: async () => {
      for (const { row, ledgerId } of cutOff)
        await writeTo(needs, ledgerId, { ...row, outcome: row.outcome ?? 'in-doubt' });
    },
  };
}

/** The row that is named; undefined if it cannot be read, or somebody has taken it away. */
async function ledgerRowOf({ rows }: PastNeeds, { ledgerId }: Recent): Promise<string | undefined> {
  return ledgerId === undefined ? undefined : rows.sent.get(ledgerId);
}

function writeTo({ rows, keptMs }: PastNeeds, id: string, row: LedgerRow): Promise<void> {
  return rows.sent.put(id, JSON.stringify(row), { expiresAt: row.sentAt + keptMs });
}
