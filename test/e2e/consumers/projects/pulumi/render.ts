import { writeFileSync } from 'node:fs';

import { runtime } from '@pulumi/pulumi';

/** The objects of the cluster, in the order in which the program registers them. */
const objects: { kind: string }[] = [];

async function render(): Promise<void> {
  await runtime.setMocks({
    newResource: ({ name, type, inputs }) => {
      if (type.startsWith('kubernetes:')) objects.push(inputs as { kind: string });
      return { id: `${name}-id`, state: inputs as Record<string, unknown> };
    },
    call: ({ inputs }) => inputs as Record<string, unknown>,
  });
  await import('./program');
  await runtime.disconnect();
  const isDefinition = ({ kind }: { kind: string }): boolean => kind === 'CustomResourceDefinition';
  write('definitions.json', objects.filter(isDefinition));
  write(
    'objects.json',
    objects.filter((object) => !isDefinition(object)),
  );
}

function write(file: string, items: readonly object[]): void {
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
}

void render();
