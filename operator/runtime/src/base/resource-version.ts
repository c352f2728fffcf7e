/**
 * Which of two resource versions of one kind is older: negative if it is `a`, positive if it is `b`, 0 if they are equal.
 * Decimal numbers of any length, totally ordered within a kind since Kubernetes 1.35 (KEP-5504); the empty string, for none yet, is older than all.
 */
export function compareResourceVersions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
