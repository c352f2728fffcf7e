import { kubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import type { Environment } from '../environments/index.ts';

/** What `helm install` is given for an environment. */
export interface HelmRelease {
  /** Name of the release, and of the installation. */
  readonly name: string;
  readonly namespace: string;
  /** The content of a values file. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** What of an environment is no value: a release has a name and a namespace, and its chart no store and no samples. */
const decided = ['name', 'namespace', 'ownNamespace', 'installation', 'samples', 'samplesNamespace', 'petStore'];

/**
 * Pure: the release whose objects are those of the operator, its definitions and its users' namespaces in an environment.
 *
 * Throws if the environment has patches: a chart has no value for them.
 *
 * @param declaration of the operator. @default - that of Kubewright's own
 */
export function valuesOf(
  environment: Environment,
  declaration: OperatorDeclaration = kubewrightDeclaration(),
): HelmRelease {
  if (environment.patches !== undefined) {
    throw new Error(`the environment ${environment.name} has patches, which no value can be: use helm --post-renderer`);
  }
  const name = environment.installation ?? declaration.name;
  const given = Object.entries(environment).filter(([key]) => !decided.includes(key));
  const values = {
    ...(name.includes(declaration.name) ? {} : { fullnameOverride: name }),
    ...Object.fromEntries(given),
  };
  return { name, namespace: environment.namespace, values };
}
