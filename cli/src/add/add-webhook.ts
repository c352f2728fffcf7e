import path from 'node:path';

import { toKebab, toVariable } from '../init/names.ts';
import type { Project } from '../project.ts';
import { CommandError } from '../report-error.ts';
import { getModule, getRoot, planRegistration } from './add-api.ts';
import { type DeclaredKind, findKind, listKinds } from './find-kind.ts';
import { addImport, hasOther, toSpecifier } from './imports.ts';
import type { Plan } from './plan.ts';

/** Plans a webhook that validates a kind, and its test. */
export async function planWebhook(project: Project, kind: string): Promise<Plan> {
  const root = getRoot(project);
  const declared = findKind(await listKinds(project.folder, root), kind);
  const file = path.posix.join(root, `${toKebab(kind)}-webhook.ts`);
  const name = `${toVariable(kind)}Webhook`;
  const testFile = file.replace(/\.ts$/, '.test.ts');
  if (declared.file === getModule(project)) {
    const edits = new Map([[declared.file, insertWebhook(name, declared)]]);
    const files = new Map([[testFile, renderTest(name, toSpecifier(declared.source, file, declared.file))]]);
    return { files, ...(await planRegistration(project, { list: 'webhooks', name, file: declared.file }, edits)) };
  }
  const files = new Map([
    [file, renderModule(name, declared, toSpecifier(declared.source, file, declared.file))],
    [testFile, renderTest(name, toSpecifier(declared.source, file, file))],
  ]);
  return { files, ...(await planRegistration(project, { list: 'webhooks', name, file })) };
}

/**
 * Inserts the webhook into the operator's module if that declares the kind: a module of its own would import the kind
 * from there, and run before the kind exists.
 */
function insertWebhook(name: string, { source, variable, file, kind }: DeclaredKind): string {
  if (hasOther(source, name, '')) throw new CommandError(`add the webhook of ${kind}`, `${file} declares ${name}`);
  addImport(source, 'defineWebhook', '@kubewright/runtime');
  addImport(source, 'invalid', '@kubewright/runtime');
  source.insertAfter(variable.statement, renderWebhook(name, variable.name));
  return source.render();
}

function renderModule(name: string, { variable: { name: api } }: DeclaredKind, specifier: string): string {
  return `import { defineWebhook, invalid } from '@kubewright/runtime';

import { ${api} } from '${specifier}';

${renderWebhook(name, api)}
`;
}

function renderWebhook(name: string, api: string): string {
  return `/** Checks on each write what the schema cannot express. */
export const ${name} = defineWebhook(${api}, {
  validate({ metadata: { name } }) {
    if (name.length <= 40) return [];
    return [invalid('metadata.name', name, 'use at most 40 characters, because the names of children are longer')];
  },
});`;
}

function renderTest(name: string, specifier: string): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';

import { reviewWebhook } from '@kubewright/testing';

import { ${name} } from '${specifier}';

test('rejects a name over 40 characters', async () => {
  const findErrors = async (name: string) => {
    const { errors } = await reviewWebhook(${name}, { object: { metadata: { namespace: 'default', name } } });
    return errors.map(({ path }) => path);
  };
  assert.deepEqual(await findErrors('sample'), []);
  assert.deepEqual(await findErrors('a'.repeat(41)), ['metadata.name']);
});
`;
}
