import type { GitOps } from '../options/index.ts';
import {
  type ArgoCdApplication,
  argoCdApplications,
  type ArgoCdGitOps,
  argoCdParent,
  checkDistinct,
  checkedGitOps,
  type FluxGitOps,
  type FluxKustomization,
  fluxKustomizations,
} from '../gitops/index.ts';
import type { EnvironmentUnits, Folder } from './folder.ts';

/** A folder with what deploys units. */
interface GitOpsFolder extends Folder {
  readonly objects: readonly (ArgoCdApplication | FluxKustomization)[];
}

/** Pure: the folders with what deploys the units. Throws if an option is invalid. */
export function gitOpsFolders(environments: readonly EnvironmentUnits[], given: GitOps): readonly Folder[] {
  const { argoCd, flux, ...named } = checkedGitOps(
    given,
    environments.map(({ environment }) => environment),
  );
  const folders = environments.flatMap((each) => [
    ...(argoCd === undefined ? [] : argoCdFolders(each, { ...named, argoCd })),
    ...(flux === undefined ? [] : [fluxFolder(each, { ...named, flux })]),
  ]);
  checkDistinct(folders.flatMap(({ objects }) => objects));
  return folders;
}

function argoCdFolders({ environment, units }: EnvironmentUnits, gitOps: ArgoCdGitOps): readonly GitOpsFolder[] {
  const path = `argo-cd/${environment}`;
  const children = `${path}/units`;
  return [
    { path, file: 'application.k8s.yaml', objects: [argoCdParent(environment, children, gitOps)] },
    { path: children, file: 'applications.k8s.yaml', objects: argoCdApplications(units, gitOps) },
  ];
}

function fluxFolder({ environment, units }: EnvironmentUnits, gitOps: FluxGitOps): GitOpsFolder {
  return { path: `flux/${environment}`, file: 'kustomizations.k8s.yaml', objects: fluxKustomizations(units, gitOps) };
}
