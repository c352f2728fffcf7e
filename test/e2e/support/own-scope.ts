import { Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import type { ImageProgram } from '../../../operator/testing/src/index.ts';
import { installOperator, type InstallOptions } from '../../support/install-operator.ts';
import { images } from '../../support/operator-image.ts';
import { serveOurKinds } from '../../support/our-kinds.ts';
import type { Scope, Witness } from '../../support/scope.ts';
import { startTestCluster } from '../../support/test-cluster.ts';

export interface OwnScopeOptions extends Pick<InstallOptions, 'controllers' | 'replicas' | 'settings'> {
  readonly namespace: string;
  /** Programs for images that run as processes, in addition to the usual ones. @default - none */
  readonly images?: readonly ImageProgram[];
  readonly witness: Witness;
}

/**
 * Creates a scope (a namespace with its own operator) on its own cluster, for tests that would slow down others, or
 * that others would disturb.
 */
export async function createOwnScope(options: OwnScopeOptions): Promise<Scope> {
  const { namespace, witness, images: more = [], ...installed } = options;
  const own = await startTestCluster({ node: { images: [...more, ...images] } });
  const { client, cluster } = own;
  await serveOurKinds(client, cluster.controlPlane);
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const operator = await installOperator({
    ...{ client, namespace: `${namespace}-operator`, namespaces: [namespace] },
    ...installed,
  });
  const scope: Scope = {
    ...{ client, namespace, operator },
    auditLogPath: cluster.controlPlane.auditLogPath,
    witness: (name) => witness(scope, name),
    nodePortAddress(port) {
      const endpoint = cluster.node.nodePortAddress(port);
      return `${endpoint.host}:${String(endpoint.port)}`;
    },
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  };
  return scope;
}
