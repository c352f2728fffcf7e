import type { Progress } from '../../operator/src/testing/index.ts';

/** One line: what is being done, and how far it is. */
export function progressText({ step, done, total, unit }: Progress): string {
  if (done === undefined) return step;
  if (unit === 'bytes') return `${step}: ${megabytes(done)}${total === undefined ? '' : ` of ${megabytes(total)}`}`;
  const of = total === undefined ? '' : ` of about ${String(total)}`;
  return `${step}: ${String(Math.round(done))}${of} ${unit ?? ''}`.trimEnd();
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
