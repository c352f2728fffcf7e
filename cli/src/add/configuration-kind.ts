import { type Names, toKebab } from '../init/names.ts';

/** Renders the files of a kind without a controller, as path → text; paths are those of a new project. */
export function renderConfigurationKind(
  { kind, group }: Names,
  { clusterScoped }: { readonly clusterScoped: boolean },
): ReadonlyMap<string, string> {
  const name = toKebab(kind);
  const files = new Map([
    [`samples/${name}.yaml`, renderSample(kind, group)],
    [`src/${name}.test.ts`, renderTest(kind, name)],
    [`src/${name}.ts`, renderModule(kind, group)],
  ]);
  return clusterScoped ? new Map([...files].map(([file, text]) => [file, moveToCluster(text, kind)])) : files;
}

function moveToCluster(text: string, kind: string): string {
  return text
    .replace(/^ {2}namespace: default\n/m, '')
    .replace(" namespace: 'default',", '')
    .replace(`  kind: '${kind}',\n`, `  kind: '${kind}',\n  scope: 'Cluster',\n`);
}

function renderModule(kind: string, group: string): string {
  return `import { defineApi, t, type ResourceOf } from '@kubewright/runtime';

export const ${kind} = defineApi({
  group: '${group}',
  version: 'v1',
  kind: '${kind}',
  spec: t.object({
    // An example: replace it with your fields.
    allowed: t.array(t.string(), { listType: 'set', default: [], description: 'The values that objects may use.' }),
  }),
});
export type ${kind} = ResourceOf<typeof ${kind}>;
`;
}

function renderTest(kind: string, name: string): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createInMemoryApiServer } from '@kubewright/testing';

import { ${kind} } from './${name}.ts';

test('has defaults', async () => {
  const { client } = createInMemoryApiServer({ kinds: [${kind}] });
  const metadata = { namespace: 'default', name: 'sample' };
  const { spec } = await client.resource(${kind}).create({ metadata, spec: {} });
  assert.deepEqual(spec, { allowed: [] });
});
`;
}

function renderSample(kind: string, group: string): string {
  return `apiVersion: ${group}/v1
kind: ${kind}
metadata:
  namespace: default
  name: sample
spec:
  allowed: [example]
`;
}
