import { keyText, type Kind, type ObjectKey } from '../../base/index.ts';
import { canonicalJson, differingPaths } from '../compare/index.ts';
import type { Run } from './environment.ts';
import { isOwner } from './ownership.ts';
import type { WriteWords } from './writes.ts';

/**
 * Logs a write. In a dry run, in which every run makes the same write, it is logged once, until it changes.
 *
 * @param to the object that is written to
 */
export function logWrite(run: Run, to: { readonly kind: Kind; readonly key: ObjectKey }, words: WriteWords): void {
  const { environment, log, memory, notes } = run;
  const { did, would, level = 'info', between } = words;
  const child = isOwner(run, to.kind, to.key) ? {} : { child: to.kind.kind, name: keyText(to.key) };
  const { dryRun } = environment;
  const paths = between && (dryRun || level === 'info') ? { paths: differingPaths(...between) } : {};
  const fields = { ...child, ...words.fields, ...paths };
  if (!dryRun) {
    log[level](did, fields);
    return;
  }
  const write = `${would} ${canonicalJson(child)}`;
  notes.noteDryRunWrite(write);
  if (memory.dryRun.isNews(write, canonicalJson(fields))) log.info(would, fields);
}
