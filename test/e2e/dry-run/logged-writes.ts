import { readFile } from 'node:fs/promises';

interface Line {
  readonly msg: string;
  readonly object?: string;
  readonly child?: string;
  readonly name?: string;
}

/** The writes in the log of an operator, in the same form for a real run and a dry run. */
export interface LoggedWrites {
  readonly created: ReadonlySet<string>;
  readonly updated: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  /** Keys of the custom resources whose status was written. */
  readonly statuses: ReadonlySet<string>;
  readonly finalizers: ReadonlySet<string>;
  /** The number of log lines about writes. */
  readonly lines: number;
}

/** The log message of each write: in a real run, and in a dry run. */
const words = {
  created: ['created a child', 'would create a child'],
  updated: ['updated a child', 'would update a child'],
  deleted: ['deleted a child', 'would delete a child'],
  statuses: ['wrote the status', 'would write the status'],
  finalizers: ['updated the finalizers', 'would update the finalizers'],
} as const;

/** Reads the JSON log of an operator. @param mode selects the log messages of a real run or of a dry run */
export async function readLoggedWrites(logFile: string, mode: 'real' | 'dry run'): Promise<LoggedWrites> {
  const text = await readFile(logFile, 'utf8');
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
  const filterLines = (which: keyof typeof words): readonly Line[] =>
    lines.filter(({ msg }) => msg === words[which][mode === 'real' ? 0 : 1]);
  const children = (which: keyof typeof words): ReadonlySet<string> =>
    new Set(filterLines(which).map(({ child, name }) => `${child ?? ''} ${name ?? ''}`));
  const resources = (which: keyof typeof words): ReadonlySet<string> =>
    new Set(filterLines(which).map(({ object }) => object ?? ''));
  return {
    created: children('created'),
    updated: children('updated'),
    deleted: children('deleted'),
    statuses: resources('statuses'),
    finalizers: resources('finalizers'),
    lines: (Object.keys(words) as (keyof typeof words)[]).reduce((sum, which) => sum + filterLines(which).length, 0),
  };
}
