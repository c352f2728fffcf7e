import { type Fault, faultsOf, type GitOps, gitOpsGroup, label } from '../options/index.ts';

/**
 * Pure: the given options. Throws, with everything that is wrong, if one is unknown or has a value that is not allowed, or if
 * a destination is of an environment that does not exist.
 */
export function checkedGitOps(options: GitOps, environments: readonly string[]): GitOps {
  const wrong = faultsOf(gitOpsGroup, options, 'gitOps');
  const faults =
    wrong.length > 0 ? wrong : Object.keys(options.argoCd?.destinations ?? {}).flatMap(nowhere(environments));
  if (faults.length > 0) throw new Error(faults.map(({ text }) => text).join('; '));
  return options;
}

/** The destination of an environment that does not exist. */
function nowhere(environments: readonly string[]): (environment: string) => Fault[] {
  const at = 'gitOps.argoCd.destinations';
  const known = environments.join(', ');
  return (environment) => {
    if (environments.includes(environment)) return [];
    return [
      { at, text: `${at} has ${JSON.stringify(environment)}, but there is no such environment: there are ${known}` },
    ];
  };
}

/** The name of an Application or a Kustomization. Both are values of labels, too, which limits their length. */
export function nameOf(parts: readonly string[]): string {
  const name = parts.join('-');
  const [wrong] = faultsOf(
    label,
    name,
    'the name of an Application or a Kustomization (gitOps.name, environment and unit)',
  );
  if (wrong !== undefined) throw new Error(wrong.text);
  return name;
}

/** Throws if two objects have the same name: `a-b` and `c` make the same name as `a` and `b-c`. */
export function checkDistinct(
  objects: readonly { readonly kind: string; readonly metadata: { readonly name: string } }[],
): void {
  const names = objects.map(({ kind, metadata: { name } }) => `${kind} ${name}`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return;
  throw new Error(`there would be two of ${twice}: give an environment or a chart another name`);
}
