import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { importRules } from './import-rules.ts';
import { formatViolation, findImportViolations } from './imports.ts';

/** A file, and its import: the path of another file, which the test creates, or the name of a package. */
type Import = readonly [from: string, to: string];

const runtime = 'operator/runtime/src';

/** An import for each rule. Of the rules that are built from layers, one for each row of layers is enough. */
const breaking: Record<string, Import> = {
  'no circular imports': [`${runtime}/base/a.ts`, './a.ts'],
  'runtime/api imports only modules to its left': [`${runtime}/api/a.ts`, '../client/b.ts'],
  'runtime/reconcile/write imports only modules to its left': [`${runtime}/reconcile/write/a.ts`, '../child/index.ts'],
  'modules within reconcile import only the index.ts of each other': [`${runtime}/reconcile/run/a.ts`, '../write/b.ts'],
  'runtime/manager/health imports only modules to its left': [
    `${runtime}/manager/health/a.ts`,
    '../secure-metrics/b.ts',
  ],
  'the runtime imports only itself and the declaration': [`${runtime}/manager/a.ts`, '../../generate/b.ts'],
  'apis/ contains only schemas': ['operator/src/apis/my.domain/v1/a.ts', '../../../../runtime/src/client/b.ts'],
  'controllers import only public entry points of the runtime': [
    'operator/src/controllers/pet/a.ts',
    '@kubewright/runtime/internal/reconcile',
  ],
  'controllers access the pet store only via its client': [
    'operator/src/controllers/pet/a.ts',
    '../../pet-store/table/b.ts',
  ],
  'only the Pet controller calls a pet store': [
    'operator/src/controllers/echo/a.ts',
    '../../pet-store/client/index.ts',
  ],
  'controllers do not import each other': ['operator/src/controllers/pet/a.ts', '../echo/b.ts'],
  'only tests import testing/': ['operator/src/controllers/pet/a.ts', './testing/b.ts'],
  'production code does not import the test kit or the control plane': ['operator/src/main.ts', '../testing/src/b.ts'],
  'only base imports the declaration': [`${runtime}/api/a.ts`, '@kubewright/declaration'],
  'the declaration package does not import other modules': ['operator/declaration/src/a.ts', 'yaml'],
  'the control plane imports only itself, the runtime and the declaration': [
    'operator/control-plane/src/a.ts',
    '../../testing/src/b.ts',
  ],
  'the test kit imports only itself, the runtime, the declaration and the entry point of the control plane': [
    'operator/testing/src/a.ts',
    '../../control-plane/src/b.ts',
  ],
  'the generators import only the runtime and the declaration': [
    'operator/generate/src/a.ts',
    '../../src/kubewright.ts',
  ],
  'the pet store imports only base, logging and signals of the runtime': [
    'operator/src/pet-store/server/a.ts',
    '@kubewright/runtime/internal/client',
  ],
  'the pet store client does not import the server': ['operator/src/pet-store/client/a.ts', '../server/b.ts'],
  'only the pet store imports gRPC': ['operator/src/controllers/pet/a.ts', '@grpc/grpc-js'],
  'the operator does not import infra, imports, test or scripts': ['operator/generate/src/a.ts', '@kubewright/infra'],
  'only the shared YAML writer and readers import yaml': ['operator/generate/src/a.ts', 'yaml'],
  'infra does not import code of the operator': ['infra/src/constructs/a.ts', '../../../operator/runtime/src/index.ts'],
  'only infra/src/pulumi imports Pulumi': ['infra/src/constructs/a.ts', '@pulumi/kubernetes'],
  'plan/ and api-objects/ do not import constructs': ['infra/src/api-objects/a.ts', 'cdk8s'],
  'plan/ does not import api-objects/': ['infra/src/plan/a.ts', '../api-objects/b.ts'],
  'constructs/ does not import charts, or code that deploys them': ['infra/src/constructs/a.ts', '../charts/b.ts'],
  'infra imports only approved packages': ['infra/src/constructs/a.ts', 'undici'],
  'nothing imports the command line': ['scripts/a.ts', '../cli/src/b.ts'],
  'the command line imports only public entry points': ['cli/src/a.ts', '../../operator/runtime/src/base/b.ts'],
  'imports/ imports only cdk8s and constructs': ['imports/my.domain.ts', '../operator/runtime/src/index.ts'],
};

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'kubewright-imports-'));
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

async function writeImport([from, to]: Import): Promise<void> {
  if (to.startsWith('.')) await write(path.join(path.dirname(from), to), 'export const b = 1;\n');
  await write(from, `import type { b } from '${to}';\nexport type A = typeof b;\n`);
}

describe('the import rules', () => {
  it.each(Object.entries(breaking))('report a violation of "%s" and the alternative', async (name, broken) => {
    await writeImport(broken);

    const violations = await findImportViolations(root);

    expect(violations.map(({ rule }) => rule.name)).toContain(name);
    const report = violations.map(formatViolation).join('\n');
    expect(report).toContain(`${broken[0]} imports `);
    expect(report).toMatch(/Instead: .{20,}\./);
  });

  it('each have an import in this file that violates them', () => {
    const missing = importRules.filter(({ name }) => !(name in breaking) && !name.endsWith(' modules to its left'));
    expect(missing).toEqual([]);
  });

  it('also apply to import types and dynamic imports', async () => {
    await write(`${runtime}/watch/b.ts`, 'export const b = 1;\n');
    await write(`${runtime}/client/a.ts`, "export type B = import('../watch/b.ts').B;\n");
    await write(`${runtime}/base/a.ts`, "export const load = () => import('../watch/b.ts');\n");

    const violations = await findImportViolations(root);

    expect(violations.map(({ from }) => from).sort()).toEqual([`${runtime}/base/a.ts`, `${runtime}/client/a.ts`]);
  });
});
