import type { Command } from '../src/core/command.ts';
import { type Retention, recentReply } from '../src/format/personal/personal.ts';
import type { History } from '../src/history/history.ts';
import { defineWordedCommand } from './define.ts';
import { type ViewNeeds, viewOf } from './needs.ts';

interface RecentNeeds extends ViewNeeds {
  /** Recent checks of each person. */
  readonly history: Pick<History, 'recent'>;
  readonly settings: ViewNeeds['settings'] & {
    /** Nothing of it is kept where `historyMs` is undefined, which the reply says. */
    readonly retention: Pick<Retention, 'historyMs'>;
  };
}

/** `/recent`: the recent checks of its asker. */
export function createRecent(needs: RecentNeeds): Command {
  return defineWordedCommand({
    name: 'recent',
    audience: 'everyone',
    options: [],
    run: async function* (invocation) {
      const checks = await needs.history.recent(invocation.requester);
      const isKept = needs.settings.retention.historyMs !== undefined;
      yield recentReply(viewOf(needs, invocation), checks, isKept);
    },
  });
}
