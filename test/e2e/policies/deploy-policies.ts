import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import {
  AdmissionPolicies,
  type AdmissionPoliciesProps,
  CustomResourceDefinitions,
  loadDeclaration,
} from '@kubewright/infra';
import { App, Chart } from 'cdk8s';

import { renderProject, writeFiles } from '../../../operator/generate/src/index.ts';
import type { OperatorDefinition } from '../../../operator/runtime/src/index.ts';

/** The CRDs and policies that an author's project generates for an operator, as YAML. */
export async function synthManifests(
  operator: OperatorDefinition,
  options: Omit<AdmissionPoliciesProps, 'declaration'>,
): Promise<Record<'crds' | 'policies', string>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'policies-'));
  try {
    const ports = { metrics: 8080, health: 8081, webhooks: 9443 };
    await writeFiles(folder, renderProject({ ...operator, description: 'Cafes.', settings: [], ports }), ['crds']);
    const declaration = loadDeclaration(path.join(folder, 'declaration.json'));
    const app = new App({ outdir: path.join(folder, 'dist') });
    new CustomResourceDefinitions(new Chart(app, 'crds'), 'crds', { declaration });
    new AdmissionPolicies(new Chart(app, 'policies'), 'policies', { declaration, ...options });
    app.synth();
    const read = (chart: string): Promise<string> => readFile(path.join(folder, 'dist', `${chart}.k8s.yaml`), 'utf8');
    return { crds: await read('crds'), policies: await read('policies') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
