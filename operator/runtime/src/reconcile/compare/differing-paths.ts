import { isRecord, getMember } from '../../base/index.ts';

/** Maximum number of paths in a log line. */
const namedAtMost = 20;

/** Metadata that changes with every write, or that the runtime sets. */
const ignored: ReadonlySet<string> = new Set([
  'metadata.annotations.kubewright.dev/desired-hash',
  'metadata.generation',
  'metadata.managedFields',
  'metadata.resourceVersion',
]);

/**
 * The paths at which `after` differs from `before`, for log lines: `spec.replicas`, `spec.ports[0].port`. At most 20.
 */
export function findDifferingPaths(before: unknown, after: unknown): readonly string[] {
  const paths: string[] = [];
  collect({ before, after, path: '' }, paths);
  return paths.length <= namedAtMost ? paths : [...paths.slice(0, namedAtMost), '…'];
}

interface Comparison {
  readonly before: unknown;
  readonly after: unknown;
  readonly path: string;
}

function collect({ before, after, path }: Comparison, paths: string[]): void {
  if (before === after || ignored.has(path)) return;
  const names = areBoth(isRecord, before, after)
    ? [...new Set([...Object.keys(before as object), ...Object.keys(after as object)])]
    : areBoth(Array.isArray, before, after)
      ? Array.from({ length: Math.max((before as unknown[]).length, (after as unknown[]).length) }, (_, index) => index)
      : undefined;
  if (names === undefined) paths.push(path);
  for (const name of names ?? []) {
    const at = typeof name === 'number' ? `${path}[${String(name)}]` : path === '' ? name : `${path}.${name}`;
    collect({ before: getChild(before, name), after: getChild(after, name), path: at }, paths);
  }
}

function areBoth(is: (value: unknown) => boolean, before: unknown, after: unknown): boolean {
  return is(before) && is(after);
}

function getChild(value: unknown, name: string | number): unknown {
  return getMember(value as Readonly<Record<string, unknown>>, String(name));
}
