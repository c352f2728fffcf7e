import { readFile } from 'node:fs/promises';

interface Line {
  readonly msg: string;
  readonly object?: string;
  readonly child?: string;
  readonly name?: string;
}

/** What the log of an operator says of its writes, as texts that do not tell a dry run from a real one. */
export interface Said {
  readonly made: ReadonlySet<string>;
  readonly putRight: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  /** Resources by key. */
  readonly statuses: ReadonlySet<string>;
  readonly finalizers: ReadonlySet<string>;
  /** How many lines there are in all. */
  readonly lines: number;
}

/** Which words stand for what, in a real run and in a dry one. */
const words = {
  made: ['made a child', 'would make a child'],
  putRight: ['put a child right', 'would put a child right'],
  deleted: ['deleted a child', 'would delete a child'],
  statuses: ['wrote the status', 'would write the status'],
  finalizers: ['brought the finalizers in line', 'would bring the finalizers in line'],
} as const;

/** Reads the log of an operator that writes JSON. @param mode which of the words count */
export async function saidIn(logFile: string, mode: 'real' | 'dry run'): Promise<Said> {
  const text = await readFile(logFile, 'utf8');
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
  const told = (which: keyof typeof words): readonly Line[] =>
    lines.filter(({ msg }) => msg === words[which][mode === 'real' ? 0 : 1]);
  const children = (which: keyof typeof words): ReadonlySet<string> =>
    new Set(told(which).map(({ child, name }) => `${child ?? ''} ${name ?? ''}`));
  const resources = (which: keyof typeof words): ReadonlySet<string> =>
    new Set(told(which).map(({ object }) => object ?? ''));
  return {
    made: children('made'),
    putRight: children('putRight'),
    deleted: children('deleted'),
    statuses: resources('statuses'),
    finalizers: resources('finalizers'),
    lines: (Object.keys(words) as (keyof typeof words)[]).reduce((sum, which) => sum + told(which).length, 0),
  };
}
