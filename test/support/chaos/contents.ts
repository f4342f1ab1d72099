/** What stands in a store, as far as who started its processes was told of it or saw it at the service. */
export interface Contents {
  /** Requests, by their ids: those whose acceptance was told, and those that were answered. */
  readonly accepted: Set<string>;
  readonly answered: Set<string>;
  /** How often each IMEI was paid for. */
  readonly paid: Map<string, number>;
}

export function noContents(): Contents {
  return { accepted: new Set(), answered: new Set(), paid: new Map() };
}

export function copyOf({ accepted, answered, paid }: Contents): Contents {
  return { accepted: new Set(accepted), answered: new Set(answered), paid: new Map(paid) };
}

/** What the store before a swap knew and the one after it does not. */
export interface Forgotten {
  readonly accepted: readonly string[];
  readonly answered: readonly string[];
  /** By IMEI, so many payments. */
  readonly paid: ReadonlyMap<string, number>;
}

export function forgottenBy(before: Contents, after: Contents): Forgotten {
  const paid = [...before.paid].map(([imei, times]) => [imei, times - (after.paid.get(imei) ?? 0)] as const);
  return {
    accepted: [...before.accepted].filter((id) => !after.accepted.has(id)),
    answered: [...before.answered].filter((id) => !after.answered.has(id)),
    paid: new Map(paid.filter(([, times]) => times > 0)),
  };
}
