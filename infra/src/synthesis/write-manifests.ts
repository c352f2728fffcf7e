import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { App, Chart } from 'cdk8s';

import { writeYaml } from '../yaml/index.ts';

const header = '# Written by `npx cdk8s synth`; change infra/src instead.\n';

/**
 * Pure: the text of every file by its path in the output folder. A chart at `<environment>/<unit>` has the file
 * `<environment>/<unit>/<unit>.k8s.yaml`, with a kustomization beside it.
 */
export function renderManifests(app: App): ReadonlyMap<string, string> {
  return new Map(app.charts.flatMap(renderChart));
}

/** Writes the manifests of the app into its output folder. */
export function writeManifests(app: App): void {
  for (const [file, text] of renderManifests(app)) {
    const target = path.join(app.outdir, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

function renderChart(chart: Chart): [file: string, text: string][] {
  const folder = chart.node.path;
  const manifest = `${chart.node.id}.k8s.yaml`;
  const kustomization = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resources: [manifest] };
  return [
    [`${folder}/${manifest}`, header + writeYaml(...(chart.toJson() as unknown[]))],
    [`${folder}/kustomization.yaml`, header + writeYaml(kustomization)],
  ];
}
