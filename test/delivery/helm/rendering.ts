import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect } from 'vitest';

import type { OperatorDeclaration } from '@kubewright/infra';
import { type Installation, synthesized, valuesOf } from '@kubewright/infra/helm';

import type { Helm, HelmSaid } from '../../support/helm.ts';
import { readYaml } from '../../support/read-yaml.ts';

/** A chart of an operator, and the Helm that renders it. */
export interface Rendering {
  readonly helm: Helm;
  readonly chart: string;
  readonly declaration: OperatorDeclaration;
}

interface Release {
  readonly name: string;
  readonly namespace: string;
  readonly values: object;
}

/** What `helm template` says of a release, without its hooks. */
export async function template({ helm, chart }: Rendering, { name, namespace, values }: Release): Promise<HelmSaid> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'values-')), 'values.json');
  await writeFile(file, JSON.stringify(values));
  const given = ['--namespace', namespace, '--values', file];
  return helm('template', name, chart, ...given, '--no-hooks', '--kube-version', '1.36.4');
}

/** The objects of what `helm template` printed. */
export function objectsOf({ stdout }: HelmSaid): readonly unknown[] {
  return readYaml(stdout).filter((each) => each !== null);
}

interface Addressed {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** The objects by kind, namespace and name. */
export function byAddress(objects: readonly unknown[]): Record<string, unknown> {
  const of = ({ kind, metadata }: Addressed): string => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
  return Object.fromEntries(objects.map((each) => [of(each as Addressed), each]));
}

/** Expects that the chart renders what the constructs make, object by object, or refuses what they refuse. */
export async function expectSame(rendering: Rendering, installation: Installation): Promise<'same' | 'refused'> {
  const { environment, name } = installation;
  const { faults, objects } = synthesized(rendering.declaration, installation);
  const release = valuesOf({ ...environment, installation: name }, rendering.declaration);
  const said = await template(rendering, release);
  if (faults.length > 0) {
    expect(said.code).not.toBe(0);
    for (const fault of faults) expect(said.stderr).toContain(fault);
    return 'refused';
  }
  expect(said.stderr).toBe('');
  const rendered = objectsOf(said);
  expect(byAddress(rendered)).toEqual(byAddress(objects));
  expect(rendered).toHaveLength(objects.length);
  return 'same';
}
