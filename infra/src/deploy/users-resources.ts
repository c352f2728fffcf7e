import { finalizedApis, type OperatorDeclaration } from '../declaration/index.ts';
import { DeployError } from './deploy-error.ts';
import type { Kubectl } from './kubectl.ts';

interface Resources {
  readonly items: readonly {
    readonly kind: string;
    readonly metadata: { readonly name: string; readonly namespace?: string; readonly finalizers?: readonly string[] };
  }[];
}

/**
 * Throws if a destroy would hang: on resources that users created and that only this operator can finish deleting. The
 * message names them. Nothing is deleted then.
 *
 * @param released the URNs of what the stack deployed: its own resources are deleted before the operator
 */
export async function refuseWhileInUse(
  kubectl: Kubectl,
  declaration: OperatorDeclaration,
  released: readonly string[],
): Promise<void> {
  const found = await Promise.all(
    finalizedApis(declaration).map(async ({ plural, group }) => {
      const args = ['get', `${plural}.${group}`, '--all-namespaces', '-o', 'json'];
      const text = await kubectl(args).catch(() => ''); // without its definition there is no resource
      return text === '' ? [] : (JSON.parse(text) as Resources).items;
    }),
  );
  const left = found
    .flat()
    .filter(({ metadata: { finalizers = [] } }) => finalizers.length > 0)
    .map(({ kind, metadata: { namespace, name } }) => ({ kind, path: `${namespace ?? ''}/${name}` }))
    .filter(({ kind, path }) => !released.some((urn) => urn.includes(`:${kind}::`) && urn.endsWith(`:${path}`)))
    .map(({ kind, path }) => `- ${kind} ${path}`);
  if (left.length === 0) return;
  throw new DeployError(
    ['failed to destroy: the operator is in use. Nobody else can remove the finalizers of:', ...left].join('\n') +
      '\nDelete these resources and wait until they are gone, then run the command again. Nothing was deleted.',
  );
}
