import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { App } from 'cdk8s';

import { type ManifestsOptions, renderManifests } from './render-manifests.ts';

/**
 * Writes the manifests of the app into its output folder: that of `cdk8s synth`, which has emptied it, or `outdir` of
 * the app. Throws before it writes anything if a construct or an option is invalid.
 */
export function writeManifests(app: App, options?: ManifestsOptions): void {
  for (const [file, text] of renderManifests(app, options)) {
    const target = path.join(app.outdir, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
