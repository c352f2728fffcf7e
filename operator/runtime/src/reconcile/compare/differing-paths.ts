import { isRecord, memberOf } from '../../base/index.ts';

/** As many as fit into a log line. */
const namedAtMost = 20;

/** Metadata that changes with every write, or that the runtime sets. */
const ignored: ReadonlySet<string> = new Set([
  'metadata.annotations.kubewright.dev/desired-hash',
  'metadata.generation',
  'metadata.managedFields',
  'metadata.resourceVersion',
]);

/** The paths at which `after` differs from `before`, for people: `spec.replicas`, `spec.ports[0].port`. At most 20. */
export function differingPaths(before: unknown, after: unknown): readonly string[] {
  const paths: string[] = [];
  collect({ before, after, path: '' }, paths);
  return paths.length <= namedAtMost ? paths : [...paths.slice(0, namedAtMost), '…'];
}

interface Compared {
  readonly before: unknown;
  readonly after: unknown;
  readonly path: string;
}

function collect({ before, after, path }: Compared, paths: string[]): void {
  if (before === after || ignored.has(path)) return;
  const names = bothAre(isRecord, before, after)
    ? [...new Set([...Object.keys(before as object), ...Object.keys(after as object)])]
    : bothAre(Array.isArray, before, after)
      ? Array.from({ length: Math.max((before as unknown[]).length, (after as unknown[]).length) }, (_, index) => index)
      : undefined;
  if (names === undefined) paths.push(path);
  for (const name of names ?? []) {
    const at = typeof name === 'number' ? `${path}[${String(name)}]` : path === '' ? name : `${path}.${name}`;
    collect({ before: memberAt(before, name), after: memberAt(after, name), path: at }, paths);
  }
}

function bothAre(is: (value: unknown) => boolean, before: unknown, after: unknown): boolean {
  return is(before) && is(after);
}

function memberAt(value: unknown, name: string | number): unknown {
  return memberOf(value as Readonly<Record<string, unknown>>, String(name));
}
