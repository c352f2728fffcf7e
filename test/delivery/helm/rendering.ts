import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect } from 'vitest';

import type { OperatorDeclaration } from '@kubewright/infra';
import { type Installation, synthInstallation, buildHelmRelease } from '@kubewright/infra/helm';

import type { PlainObject } from '@kubewright/declaration';
import type { Helm, HelmResult } from '../../support/helm.ts';
import { readYaml } from '../../support/read-yaml.ts';
import { runDirectory } from '../../support/run-directory.ts';
import { indexByTitle } from '../support/index-by-title.ts';

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

/** The output of `helm template` for a release, without its hooks. */
export async function renderTemplate(
  { helm, chart }: Rendering,
  { name, namespace, values }: Release,
): Promise<HelmResult> {
  const file = path.join(await mkdtemp(path.join(runDirectory(), 'values-')), 'values.json');
  await writeFile(file, JSON.stringify(values));
  const given = ['--namespace', namespace, '--values', file];
  return helm('template', name, chart, ...given, '--no-hooks', '--kube-version', '1.36.4');
}

/** Parses the output of `helm template`. */
export function parseObjects({ stdout }: HelmResult): readonly PlainObject[] {
  return (readYaml(stdout) as readonly (PlainObject | null)[]).filter((each) => each !== null);
}

/** Expects that the chart renders the same objects as the constructs, or rejects what they reject. */
export async function expectSame(rendering: Rendering, installation: Installation): Promise<'same' | 'rejected'> {
  const { environment, name } = installation;
  const { errors, objects } = synthInstallation(rendering.declaration, installation);
  const release = buildHelmRelease({ ...environment, installation: name }, rendering.declaration);
  const result = await renderTemplate(rendering, release);
  if (errors.length > 0) {
    expect(result.code).not.toBe(0);
    for (const error of errors) expect(result.stderr).toContain(inValues(error));
    return 'rejected';
  }
  expect(result.stderr).toBe('');
  const expected = (objects as readonly PlainObject[]).map((each) => withUninstall(each, name));
  expect(indexByTitle(parseObjects(result))).toEqual(indexByTitle(expected));
  return 'same';
}

/** Replaces the names of options in a message by the names of the chart's values. */
function inValues(message: string): string {
  return message
    .replace('crds is skip', 'crds.install is false')
    .replace('set webhooks to false', 'set webhooks.enabled to false')
    .replace('remove webhooks: false', 'remove webhooks.enabled: false');
}

/** Lets the guard of a release also reject the deletion with which `helm uninstall` probes it. */
function withUninstall(object: PlainObject, name: string): PlainObject {
  if (object.kind !== 'ValidatingAdmissionPolicy' || object.metadata.name !== `${name}-removal`) return object;
  const text = JSON.stringify(object);
  return JSON.parse(text.replace(`["${name}-in-use"]`, `["${name}-in-use","${name}-uninstall"]`)) as PlainObject;
}
