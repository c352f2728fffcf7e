import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Environment, createManifestsApp, writeManifests } from '@kubewright/infra';
import { embedded, PetStoreChart, SamplesChart } from '@kubewright/infra/catalogue';

/** A folder in place of a Git repository, with manifests in `deploy`. Disposing it removes the folder. */
export interface Repository extends AsyncDisposable {
  readonly path: string;
}

/** The environment of an operator that has users: a prune retains its CRDs. */
const ours: Environment = { ...embedded, crds: 'keep' };

/** Writes the current manifests of our operators, with a pet store and samples. */
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

/** Writes the first committed manifests, as the repository had them before it generated manifests for users. */
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
