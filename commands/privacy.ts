import type { Command } from '../src/core/command.ts';
import { privacyReply, type Retention } from '../src/format/personal/personal.ts';
import { defineWordedCommand, type ViewNeeds, viewOf } from './define.ts';

interface PrivacyNeeds extends ViewNeeds {
  readonly settings: ViewNeeds['settings'] & {
    /** What it tells. */
    readonly retention: Retention;
  };
}

/** `/privacy`: which data is stored, and for how long. */
export function createPrivacy(needs: PrivacyNeeds): Command {
  return defineWordedCommand({
    name: 'privacy',
    audience: 'everyone',
    options: [],
    run: async function* (invocation) {
      yield privacyReply(viewOf(needs, invocation), needs.settings.retention);
    },
  });
}
