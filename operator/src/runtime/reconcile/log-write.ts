import { canonicalJson } from './canonical.ts';
import { differingPaths } from './differing-paths.ts';
import type { Run } from './environment.ts';

/** A write that was answered, in words for the log. */
export interface LoggedWrite {
  /** What was done, in words that never vary: "made a child". */
  readonly did: string;
  /** The same in a dry run: "would make a child". */
  readonly would: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** @default 'info' */
  readonly level?: 'debug' | 'info';
  /** What there was and what there is, or would be: a dry run says where they differ. */
  readonly between?: readonly [before: unknown, after: unknown];
}

/**
 * Logs a write. In a dry run, where the same write is asked for by every run, it is said once, until it is another one.
 */
export function logWrite({ environment, log, memory, checked }: Run, write: LoggedWrite): void {
  const { did, would, fields, level = 'info', between } = write;
  if (!environment.dryRun) {
    log[level](did, fields);
    return;
  }
  const all = { ...fields, ...(between && { paths: differingPaths(...between) }) };
  const id = `${would} ${canonicalJson([fields['child'], fields['name']])}`;
  const text = canonicalJson(all);
  checked.add(id);
  if (memory.get(id) === text) return;
  memory.set(id, text);
  log.info(would, all);
}
