import fc from 'fast-check';

/**
 * Holds the property as `fc.assert` does, but tells what breaks it as soon as that is found, and looks for the shortest such
 * sequence for no longer than `shrinkMs`: each step towards it plays a whole sequence, and there may be thousands.
 * @throws with the shortest one found until then
 */
export async function assertSoon<T>(
  property: fc.IAsyncProperty<T>,
  parameters: fc.Parameters<T>,
  { shrinkMs, tell = console.log }: { readonly shrinkMs: number; readonly tell?: (found: string) => void },
): Promise<void> {
  const found = await fc.check(property, { ...parameters, endOnFailure: true });
  if (!found.failed) return;
  tell(`${await fc.asyncDefaultReportMessage(found)}\n${found.errorInstance}\nNow it is made shorter.`);
  const shrunk = await fc.check(property, {
    ...{ ...parameters, seed: found.seed, interruptAfterTimeLimit: shrinkMs },
    ...(found.counterexamplePath !== null && { path: found.counterexamplePath }),
  });
  // Where even the first was not played again in this time, it is the shortest.
  const shortest = shrunk.counterexample === null ? found : shrunk;
  throw new Error(await fc.asyncDefaultReportMessage(shortest), { cause: shortest.errorInstance });
}
