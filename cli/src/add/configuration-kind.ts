import { type Names, toKebab } from '../init/names.ts';

/** Renders the files of a kind without a controller, as path → text; paths are those of a new project. */
export function renderConfigurationKind(
  { kind, group }: Names,
  { clusterScoped }: { readonly clusterScoped: boolean },
): ReadonlyMap<string, string> {
  const name = toKebab(kind);
  return new Map([
    [`samples/${name}.yaml`, renderSample({ kind, group, clusterScoped })],
    [`src/${name}.test.ts`, renderTest(kind, { name, clusterScoped })],
    [`src/${name}.ts`, renderModule({ kind, group, clusterScoped })],
  ]);
}

interface Declared extends Pick<Names, 'kind' | 'group'> {
  readonly clusterScoped: boolean;
}

function renderModule({ kind, group, clusterScoped }: Declared): string {
  return `import { defineApi, t, type ResourceOf } from '@kubewright/runtime';

export const ${kind} = defineApi({
  group: '${group}',
  version: 'v1',
  kind: '${kind}',${clusterScoped ? "\n  scope: 'Cluster'," : ''}
  spec: t.object({
    // An example: replace it with your fields.
    allowed: t.array(t.string(), { listType: 'set', default: [], description: 'The values that objects may use.' }),
  }),
});
export type ${kind} = ResourceOf<typeof ${kind}>;
`;
}

function renderTest(
  kind: string,
  { name, clusterScoped }: { readonly name: string; readonly clusterScoped: boolean },
): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createInMemoryApiServer } from '@kubewright/testing';

import { ${kind} } from './${name}.ts';

test('has defaults', async () => {
  const { client } = createInMemoryApiServer({ kinds: [${kind}] });
  const metadata = { ${clusterScoped ? '' : "namespace: 'default', "}name: 'sample' };
  const { spec } = await client.resource(${kind}).create({ metadata, spec: {} });
  assert.deepEqual(spec, { allowed: [] });
});
`;
}

function renderSample({ kind, group, clusterScoped }: Declared): string {
  return `apiVersion: ${group}/v1
kind: ${kind}
metadata:${clusterScoped ? '' : '\n  namespace: default'}
  name: sample
spec:
  allowed: [example]
`;
}
