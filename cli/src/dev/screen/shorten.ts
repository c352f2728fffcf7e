import type { Write } from './model.ts';

/** Maximum number of field paths in a row. */
const pathsAtMost = 3;

/** Formats a write without the name of the reconciled object: `Deployment: spec.replicas`. */
export function shortenWrite({ what, paths }: Write, object: string): string {
  return [shortenName(what, object), shortenPaths(paths)].filter((text) => text !== '').join(': ');
}

/**
 * Shortens the paths in a cause such as `Deployment default/web: spec.a, spec.b by kubectl`, and removes the object's
 * name.
 */
export function shortenCause(cause: string, object: string): string {
  const [, subject = '', changed = cause, writers = ''] = /^(?:([^:]+): )?(.*?)( by .+)?$/.exec(cause) ?? [];
  const change = `${shortenPaths(changed.split(', '))}${writers}`;
  return subject === '' ? change : `${shortenName(subject, object)}: ${change}`;
}

/** Sorts causes such as `retry` and `timer` before changes of objects, which may not fit into the row. */
export function sortCauses(causes: readonly string[]): readonly string[] {
  const isChange = (cause: string): boolean => / by |: /.test(cause);
  return causes.toSorted((one, other) => Number(isChange(one)) - Number(isChange(other)));
}

/** Removes the name and the namespace of the reconciled object from a text. */
export function shortenName(text: string, object: string): string {
  const namespace = `${object.split('/', 1)[0] ?? ''}/`;
  const words = text.split(' ').flatMap((word) => {
    if (word === object) return [];
    return word.startsWith(namespace) ? [word.slice(namespace.length)] : [word];
  });
  return words.join(' ');
}

/** What the API server writes when a deletion begins. */
const deletion = /^metadata\.deletion(Timestamp|GracePeriodSeconds)$/;

/** The lists of changed items, once each: `status.conditions[0].reason` is `status.conditions`. */
function shortenPaths(paths: readonly string[]): string {
  const short = [
    ...new Set(paths.map((path) => (deletion.test(path) ? 'being deleted' : path.replace(/\[\d+\].*$/, '')))),
  ];
  const named = short.filter((path) => path !== '…').slice(0, pathsAtMost);
  return named.length < short.length ? `${named.join(', ')}, …` : named.join(', ');
}
