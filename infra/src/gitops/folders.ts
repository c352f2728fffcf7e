import { type FieldError, validateValue, type GitOps, gitOpsGroup } from '../options/index.ts';
import { type ArgoCdApplication, buildArgoCdApplications, type ArgoCdGitOps, buildArgoCdAppOfApps } from './argo-cd.ts';
import { type FluxGitOps, type FluxKustomization, buildFluxKustomizations } from './flux.ts';
import type { Stage } from './stage.ts';

/** A folder with the Applications or Kustomizations of stages. */
interface GitOpsFolder {
  readonly path: string;
  readonly file: string;
  readonly objects: readonly (ArgoCdApplication | FluxKustomization)[];
}

/** Pure: the folders with the Applications and Kustomizations of the stages. Throws if an option is invalid. */
export function buildGitOpsFolders(all: readonly Stage[], given: GitOps): readonly GitOpsFolder[] {
  const environments = [...new Set(all.map(({ environment }) => environment))];
  const { argoCd, flux, ...named } = validateGitOps(given, environments);
  const folders = environments.flatMap((environment) => {
    const units = all.filter((unit) => unit.environment === environment);
    return [
      ...(argoCd === undefined ? [] : buildArgoCdFolders(environment, units, { ...named, argoCd })),
      ...(flux === undefined ? [] : [buildFluxFolder(environment, units, { ...named, flux })]),
    ];
  });
  rejectDuplicateNames(folders.flatMap(({ objects }) => objects));
  return folders;
}

function buildArgoCdFolders(
  environment: string,
  units: readonly Stage[],
  gitOps: ArgoCdGitOps,
): readonly GitOpsFolder[] {
  const path = `argo-cd/${environment}`;
  const children = `${path}/units`;
  return [
    { path, file: 'application.k8s.yaml', objects: [buildArgoCdAppOfApps(environment, children, gitOps)] },
    { path: children, file: 'applications.k8s.yaml', objects: buildArgoCdApplications(units, gitOps) },
  ];
}

function buildFluxFolder(environment: string, units: readonly Stage[], gitOps: FluxGitOps): GitOpsFolder {
  return {
    path: `flux/${environment}`,
    file: 'kustomizations.k8s.yaml',
    objects: buildFluxKustomizations(units, gitOps),
  };
}

/**
 * Pure: validates the options. Throws with all errors if an option is unknown or invalid, or a destination names an
 * unknown environment.
 */
export function validateGitOps(options: GitOps, environments: readonly string[]): GitOps {
  const wrong = validateValue(gitOpsGroup, options, 'gitOps');
  const errors =
    wrong.length > 0
      ? wrong
      : Object.keys(options.argoCd?.destinations ?? {}).flatMap(findUnknownEnvironment(environments));
  if (errors.length > 0) throw new Error(errors.map(({ text }) => text).join('; '));
  return options;
}

function findUnknownEnvironment(environments: readonly string[]): (environment: string) => FieldError[] {
  const at = 'gitOps.argoCd.destinations';
  const known = environments.join(', ');
  return (environment) => {
    if (environments.includes(environment)) return [];
    return [
      {
        at,
        text: `${at} has ${JSON.stringify(environment)}, but this environment does not exist: choose one of ${known}`,
      },
    ];
  };
}

/** Throws if two objects have the same name: `a-b` and `c` give the same name as `a` and `b-c`. */
function rejectDuplicateNames(
  objects: readonly { readonly kind: string; readonly metadata: { readonly name: string } }[],
): void {
  const names = objects.map(({ kind, metadata: { name } }) => `${kind} ${name}`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return;
  throw new Error(`${twice} would exist twice: rename an environment or a chart`);
}
