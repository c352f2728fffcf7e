import fc from 'fast-check';

import { isApiError } from '@kubewright/runtime/internal/client';
import { type ContractServer, buildGadget, gadgets, toKey } from './contract.ts';

/** One generated request. */
export interface Step {
  readonly text: string;
  /** Sends the request. The responses of both servers are compared. */
  readonly ask: (server: ContractServer) => Promise<unknown>;
}

const names = fc.constantFrom('a', 'b');
const managers = fc.constantFrom('alice', 'bob');
const part = fc.record({
  id: fc.constantFrom('p', 'q', 'r'),
  count: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
});
const spec = fc.record(
  {
    size: fc.integer({ min: 0, max: 11 }),
    color: fc.constantFrom('red', 'green'),
    tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { minLength: 1 }),
    parts: fc.uniqueArray(part, { selector: ({ id }) => id, minLength: 1, maxLength: 3 }),
    notes: fc.dictionary(fc.constantFrom('m', 'n'), fc.constantFrom('1', '2'), { minKeys: 1 }),
    steps: fc.array(fc.constantFrom('s', 't'), { minLength: 1, maxLength: 2 }),
    inner: fc.record({ text: fc.constantFrom('1', '2') }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
// Never empty: if a second has passed, the real server stores a repeated apply with `{}` as labels again.
const labels = fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom('1', '2'), { minKeys: 1, maxKeys: 2 });
const extra = fc.record({ spec, labels: fc.option(labels, { nil: undefined }) });

const create = fc.tuple(names, extra).map(([name, { spec: given, labels: own }]): Step => ({
  text: `create ${name} ${JSON.stringify([given, own])}`,
  ask: (server) => gadgets(server).create(buildGadget(server, name, { spec: given, metadata: { labels: own } })),
}));

const apply = fc
  .tuple(names, extra, managers, fc.boolean())
  .map(([name, { spec: given, labels: own }, fieldManager, force]): Step => ({
    text: `apply ${name} by ${fieldManager}${force ? ' with force' : ''} ${JSON.stringify([given, own])}`,
    ask: (server) =>
      gadgets(server).apply(buildGadget(server, name, { spec: given, metadata: { labels: own } }), {
        fieldManager,
        force,
      }),
  }));

const mergePatch = fc.tuple(names, spec).map(([name, given]): Step => ({
  text: `patch ${name} ${JSON.stringify(given)}`,
  ask: (server) => gadgets(server).mergePatch(toKey(server, name), { spec: given }),
}));

const removal = fc
  .tuple(names, fc.constantFrom('size', 'parts', 'tags', 'notes', 'inner', 'parts/0'))
  .map(([name, path]): Step => ({
    text: `remove ${path} of ${name}`,
    ask: (server) => gadgets(server).jsonPatch(toKey(server, name), [{ op: 'remove', path: `/spec/${path}` }]),
  }));

const status = fc
  .tuple(names, managers, fc.integer({ min: 0, max: 2 }), fc.boolean())
  .map(([name, fieldManager, ready, force]): Step => ({
    text: `report ${name} by ${fieldManager} ${String(ready)}${force ? ' with force' : ''}`,
    ask(server) {
      const { spec: _spec, ...sent } = buildGadget(server, name);
      return gadgets(server).apply(
        { ...sent, ...{ status: { ready } } },
        { fieldManager, force, subresource: 'status' },
      );
    },
  }));

const deletion = names.map((name): Step => ({
  text: `delete ${name}`,
  ask: async (server) => (await gadgets(server).delete(toKey(server, name), { propagation: 'Background' })) ?? 'gone',
}));

const list = fc
  .constantFrom(undefined, 'x', 'x=1', 'x!=1', 'x in (1,2),!y', 'y notin (2)')
  .map((labelSelector): Step => ({
    text: `list ${labelSelector ?? ''}`,
    ask: async (server) => {
      const selection = { namespace: server.namespace, ...(labelSelector !== undefined && { labelSelector }) };
      return (await gadgets(server).list(selection)).items;
    },
  }));

/** Generates sequences of requests for two objects. */
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: create },
    { weight: 6, arbitrary: apply },
    { weight: 2, arbitrary: mergePatch },
    { weight: 1, arbitrary: removal },
    { weight: 2, arbitrary: status },
    { weight: 1, arbitrary: deletion },
    { weight: 1, arbitrary: list },
  ),
  { minLength: 3, maxLength: 12 },
);

/** Sends the steps one after the other. Replaces values that differ between servers: uids, versions, times. */
export async function collectAnswers(server: ContractServer, asked: readonly Step[]): Promise<readonly string[]> {
  const answers: string[] = [];
  const seen = new Map<string, string>();
  for (const { text, ask } of asked) {
    const answer = await ask(server).catch((error: unknown) => {
      if (!isApiError(error)) throw error;
      const causes = error.causes.map(({ field, message }) => `${field ?? ''}: ${message ?? ''}`).sort();
      return { status: error.status, reason: error.reason, causes };
    });
    answers.push(`${text} -> ${normalize(answer, { seen, namespace: server.namespace })}`);
  }
  return answers;
}

/** Replaces versions by their order of first appearance, so that an unchanged version remains visible. */
export function normalize(
  answer: unknown,
  { seen, namespace }: { seen: Map<string, string>; namespace: string },
): string {
  const replace = (name: string, value: string): string => {
    const known = seen.get(`${name} ${value}`) ?? `${name}-${String(seen.size)}`;
    seen.set(`${name} ${value}`, known);
    return known;
  };
  const sorted = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return JSON.stringify(answer, (name, value: unknown) => {
    if (typeof value === 'string' && ['uid', 'resourceVersion'].includes(name)) return replace(name, value);
    if (['time', 'creationTimestamp', 'deletionTimestamp'].includes(name)) return 'time';
    if (name === 'managedFields' && Array.isArray(value))
      return value.map((entry) => JSON.stringify(entry, sorted).replace(/"time":"[^"]*"/, '')).sort();
    return sorted(name, value);
  }).replaceAll(namespace, 'namespace');
}
