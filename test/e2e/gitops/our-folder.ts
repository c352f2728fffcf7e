import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Environment, createManifestsApp, writeManifests } from '@kubewright/infra';
import { embedded, PetStoreChart, SamplesChart } from '@kubewright/infra/catalogue';

/** A folder that stands for a Git repository, with manifests in `deploy`. Disposing it removes the folder. */
export interface Repository extends AsyncDisposable {
  readonly path: string;
}

/** An environment whose CRDs are kept when they are pruned, because users have objects. */
const ours: Environment = { ...embedded, crds: 'keep' };

/** Writes the current manifests of this repository's operators, with a pet store and samples. */
export async function writeNow(): Promise<Repository> {
  const repository = await makeRepository();
  const app = createManifestsApp({
    environments: [ours],
    addCharts(scope, { petStore, ...environment }) {
      if (petStore !== undefined) {
        new PetStoreChart(scope, 'pet-store', { environment: { ...environment, petStore } });
      }
      new SamplesChart(scope, 'samples', { environment: ours });
    },
    app: { outdir: path.join(repository.path, 'deploy') },
  });
  const argoCd = { repository: 'https://git.example/platform.git' };
  writeManifests(app, { gitOps: { name: 'ours', path: 'deploy', argoCd, flux: { source: { name: 'platform' } } } });
  return repository;
}

/** Writes the first manifests that were committed, from before the repository generated manifests for users. */
export async function writeBefore(): Promise<Repository> {
  const repository = await makeRepository();
  const fixture = path.join(import.meta.dirname, 'fixtures/first-manifests');
  await cp(fixture, path.join(repository.path, 'deploy/embedded'), { recursive: true });
  return repository;
}

async function makeRepository(): Promise<Repository> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gitops-'));
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
