import { createManifestsApp, renderManifests as render } from '@kubewright/infra';

import type { Project } from '../project.ts';
import type { Rendered } from '../write-rendered.ts';
import { declareOperator } from './declaration.ts';
import { listEnvironments } from './environments.ts';

const folder = 'manifests';

/** Renders the manifests of all environments of a project. */
export async function renderManifests(project: Project): Promise<Rendered> {
  const declaration = await declareOperator(project);
  const app = createManifestsApp({ declaration, environments: listEnvironments(project, declaration) });
  const files = render(app, { comment: 'Written by `kubewright synth`: do not edit.' });
  return { files: new Map([...files].map(([file, text]) => [`${folder}/${file}`, text])), owned: [folder] };
}
