import type { AdminAlert, RaiseAlert } from '../../../src/checks/alerts.ts';

export interface SentAlerts {
  readonly sent: AdminAlert[];
  readonly raise: RaiseAlert;
}

/** What admins get of the alerts that are raised: of a pause one for each reason. */
export function createSentAlerts(): SentAlerts {
  const sent: AdminAlert[] = [];
  const known = new Set<string>();
  return {
    sent,
    raise: (alert) => {
      if (alert.kind === 'service-works') known.clear();
      if (alert.kind === 'service-paused') {
        if (known.has(alert.code)) return;
        known.add(alert.code);
      }
      sent.push(alert);
    },
  };
}
