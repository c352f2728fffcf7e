import type { Caches } from '../../cache/index.ts';
import type { Checks } from './health-endpoint.ts';

/**
 * The checks of a process that converts objects of `kinds` itself, without those that would wait for it forever: a cache
 * of such a kind fills only once API servers can ask for conversions, and they ask Pods that are ready. Meanwhile these
 * checks hold.
 *
 * @param kinds as text: `Cafe.example.com`
 */
export function apartFromOwnConversions(
  checks: Checks,
  { kinds, caches }: { readonly kinds: readonly string[]; readonly caches: Pick<Caches, 'states'> },
): Checks {
  const waits = (): boolean => caches.states.some(({ kind, synced }) => !synced && kinds.includes(kind));
  const waiting = ['uses', ...kinds.map((kind) => `cache/${kind}`)];
  return Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [name, waiting.includes(name) ? () => waits() || check() : check]),
  );
}
