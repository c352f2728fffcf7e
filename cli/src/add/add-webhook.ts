import path from 'node:path';

import { toKebab, toVariable } from '../init/names.ts';
import type { Project } from '../project.ts';
import { getRoot, planRegistration } from './add-api.ts';
import { findKind, listKinds } from './find-kind.ts';
import { toSpecifier } from './imports.ts';
import type { Plan } from './plan.ts';

/** A webhook that validates a kind, and its test. */
export async function planWebhook(project: Project, kind: string): Promise<Plan> {
  const root = getRoot(project);
  const declared = findKind(await listKinds(project.folder, root), kind);
  const file = path.posix.join(root, `${toKebab(kind)}-webhook.ts`);
  const name = `${toVariable(kind)}Webhook`;
  const api = declared.variable.name;
  const files = new Map([
    [file, renderWebhook(name, api, toSpecifier(declared.source, file, declared.file))],
    [file.replace(/\.ts$/, '.test.ts'), renderTest(name, kind, toSpecifier(declared.source, file, file))],
  ]);
  return { files, ...(await planRegistration(project, { list: 'webhooks', name, file })) };
}

function renderWebhook(name: string, api: string, specifier: string): string {
  return `import { defineWebhook, invalid } from '@kubewright/runtime';

import { ${api} } from '${specifier}';

/** Checks on each write what the schema cannot express. */
export const ${name} = defineWebhook(${api}, {
  validate({ metadata: { name } }) {
    if (name.length <= 40) return [];
    return [invalid('metadata.name', name, 'use at most 40 characters, because the names of children are longer')];
  },
});
`;
}

function renderTest(name: string, kind: string, specifier: string): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';

import { reviewWebhook } from '@kubewright/testing';

import { ${name} } from '${specifier}';

test('rejects a ${kind} with a long name', async () => {
  const findErrors = async (name: string) => {
    const { errors } = await reviewWebhook(${name}, { object: { metadata: { namespace: 'default', name } } });
    return errors.map(({ path }) => path);
  };
  assert.deepEqual(await findErrors('sample'), []);
  assert.deepEqual(await findErrors('a'.repeat(41)), ['metadata.name']);
});
`;
}
