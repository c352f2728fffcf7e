import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { isRecord } from '../../base/index.ts';
import { type Entry, type Fields, getText, UnusableError } from './entry.ts';

/** What a kubeconfig holds, each by its name. */
export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, Entry>;
  readonly users: ReadonlyMap<string, Entry>;
  readonly contexts: ReadonlyMap<string, Entry>;
  readonly currentContext: string | undefined;
}

/**
 * Reads files and merges them, instead of client-node's `KubeConfig`: that takes 600 ms of CPU time and 77 MB (bundled
 * 120 ms and 32 MB), this 25 ms and 6 MB; and in the 17 cases that `like-client-node.test.ts` lists it does not do what
 * kubectl does (infra/docs/decisions/kubeconfig.md).
 *
 * The first file that sets a name or the current context wins, as for kubectl.
 *
 * Errors: `UnusableError`, or that of the file system. A file that is missing is refused, although kubectl passes over it: an
 * operator must not run with half of its configuration.
 */
export async function readKubeconfig(files: readonly string[]): Promise<Kubeconfig> {
  const all: Kubeconfig[] = [];
  for (const file of files) all.push(await readOne(file));
  return {
    clusters: mergeFirstWins(all.map(({ clusters }) => clusters)),
    users: mergeFirstWins(all.map(({ users }) => users)),
    contexts: mergeFirstWins(all.map(({ contexts }) => contexts)),
    currentContext: all.find(({ currentContext }) => currentContext !== undefined)?.currentContext,
  };
}

function mergeFirstWins(maps: readonly ReadonlyMap<string, Entry>[]): ReadonlyMap<string, Entry> {
  return new Map(maps.toReversed().flatMap((map) => [...map]));
}

async function readOne(file: string): Promise<Kubeconfig> {
  // What is no mapping has no contexts, and is refused for that.
  const parsed = await parse(await readFile(file, 'utf8'), file);
  const fields = isRecord(parsed) ? parsed : {};
  const listed = (list: ListName): ReadonlyMap<string, Entry> => parseEntries({ file, fields, list });
  return {
    clusters: listed('clusters'),
    users: listed('users'),
    contexts: listed('contexts'),
    currentContext: getText({ title: file, fields }, 'current-context'),
  };
}

async function parse(text: string, file: string): Promise<unknown> {
  // Lazy: in a Pod there is no YAML to read.
  const { load, YAMLException } = await import('js-yaml');
  try {
    return load(text);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    // Without the message of the error, and not with it as the cause: it quotes the lines, which may hold a token.
    const { reason, mark } = error;
    const at = mark ? ` in line ${mark.line + 1}, column ${mark.column + 1}` : '';
    throw new UnusableError(`${file} is no YAML: ${reason}${at}`);
  }
}

/** What an entry of each list is called, and the field that it must have. */
const lists = {
  clusters: { one: 'cluster', needs: 'server' },
  users: { one: 'user', needs: undefined },
  contexts: { one: 'context', needs: 'cluster' },
} as const;
type ListName = keyof typeof lists;

interface ListSource {
  readonly file: string;
  readonly fields: Fields;
  readonly list: ListName;
}

/** Errors: `UnusableError` also for what the current context does not use, and for a name that two have, as for kubectl. */
function parseEntries({ file, fields, list }: ListSource): ReadonlyMap<string, Entry> {
  const values = fields[list] ?? [];
  if (!Array.isArray(values)) throw new UnusableError(`${list} in ${file} is no list`);
  const entries = new Map<string, Entry>();
  for (const [position, value] of (values as readonly unknown[]).entries()) {
    const at = { title: `${list}[${position}] in ${file}`, fields: isRecord(value) ? value : {} };
    const name = getRequired(at, 'name');
    if (entries.has(name)) throw new UnusableError(`${list} in ${file} has ${JSON.stringify(name)} twice`);
    entries.set(name, getEntry(at, { file, list, name }));
  }
  return entries;
}

type EntryLocation = Pick<Entry, 'title' | 'fields'>;

function getEntry(at: EntryLocation, { file, list, name }: { file: string; list: ListName; name: string }): Entry {
  const { one, needs } = lists[list];
  const value = at.fields[one] ?? (needs === undefined ? {} : undefined);
  if (!isRecord(value))
    throw new UnusableError(`${one} of ${at.title} is ${value === undefined ? 'missing' : 'no mapping'}`);
  const entry = { title: `the ${one} ${JSON.stringify(name)}`, fields: value, folder: dirname(file) };
  if (needs !== undefined) getRequired({ ...entry, title: `${entry.title} in ${file}` }, needs);
  return entry;
}

function getRequired(at: EntryLocation, field: string): string {
  const text = getText(at, field);
  if (text === undefined) throw new UnusableError(`${field} of ${at.title} is missing`);
  return text;
}
