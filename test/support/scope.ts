import { randomBytes } from 'node:crypto';

import { inject } from 'vitest';

import { type KubeObject, type ObjectKey, systemClock } from '../../operator/runtime/src/base/index.ts';
import { type Client, connect } from '../../operator/runtime/src/client/index.ts';
import { Namespace, ServiceAccount } from '../../operator/runtime/src/kinds/index.ts';
import { applyReady } from './conditions.ts';
import { type InstalledOperator, installOperator, type InstallOptions } from './install-operator.ts';
import { stopWorkloads } from './stop-workloads.ts';
import type { TestCluster } from './test-cluster.ts';
import { until } from './until.ts';
import { buildWebServer } from './web-server.ts';

/**
 * The part of the shared cluster that belongs to one test: a namespace, and an operator that watches only this
 * namespace.
 */
export interface Scope extends AsyncDisposable {
  readonly client: Client;
  readonly namespace: string;
  readonly operator: InstalledOperator;
  readonly auditLogPath: string;
  /**
   * Creates further objects and waits until they are Ready, which shows that the operator has seen all earlier changes.
   */
  witness(name: string): Promise<readonly KubeObject[]>;
  /** Formats the address of a node port: `host:port`. */
  nodePortAddress(port: number): string;
}

export interface ScopeOptions extends Partial<
  Pick<InstallOptions, 'controllers' | 'replicas' | 'settings' | 'metrics'>
> {
  /**
   * Creates an object of each kind under test, with names that begin with `name`, and waits until they are Ready. The
   * operator must emit an event about each.
   *
   * @default - creates a WebServer without Pods, if the WebServer controller runs
   */
  readonly witness?: Witness;
  /** An existing namespace to use. @default - creates a namespace */
  readonly namespace?: string;
  /** Creates objects before the operator starts, such as those of another operator. @default - none */
  readonly before?: (scope: Pick<Scope, 'client' | 'namespace'>) => Promise<unknown>;
}

/** Creates objects, and resolves with them when they are Ready. */
export type Witness = (scope: Scope, name: string) => Promise<readonly KubeObject[]>;

const webServerWithoutPods: Witness = async ({ client, namespace }, name) => [
  await applyReady(client, buildWebServer(namespace, name, { image: 'example.com/web:1', replicas: 0 })),
];

/** Creates a scope. Dispose it in `afterAll`. */
export async function createScope({ namespace, before, ...options }: ScopeOptions = {}): Promise<Scope> {
  const name = namespace ?? `t-${randomBytes(4).toString('hex')}`;
  const { client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock });
  if (namespace === undefined) {
    await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }
  if (before !== undefined) {
    await until('the default ServiceAccount exists', () =>
      client.resource(ServiceAccount).tryGet({ namespace: name, name: 'default' }),
    );
    await before({ client, namespace: name });
  }
  const host = inject('nodeAddress');
  const nodePortAddress = (port: number): string => `${host}:${String(port)}`;
  const place = { client, namespace: name, auditLogPath: inject('auditLogPath'), nodePortAddress };
  const scope = await installIn(place, options);
  return {
    ...scope,
    async [Symbol.asyncDispose]() {
      // The operator is removed before the workloads, because it would create them again.
      await scope[Symbol.asyncDispose]();
      await stopWorkloads(client, name);
      await client.transport.close();
    },
  };
}

/** Installs an operator for an existing namespace in a test's own cluster, which is not disposed with the scope. */
export async function createScopeIn(
  { client, cluster }: TestCluster,
  namespace: string,
  options: Omit<ScopeOptions, 'namespace' | 'before'> = {},
): Promise<Scope> {
  const nodePortAddress = (nodePort: number): string => {
    const { host, port } = cluster.node.nodePortAddress(nodePort);
    return `${host}:${String(port)}`;
  };
  const { auditLogPath } = cluster.controlPlane;
  return installIn({ client, namespace, auditLogPath, nodePortAddress }, options);
}

async function installIn(
  place: Pick<Scope, 'client' | 'namespace' | 'auditLogPath' | 'nodePortAddress'>,
  { witness, ...options }: Omit<ScopeOptions, 'namespace' | 'before'>,
): Promise<Scope> {
  const { client, namespace } = place;
  const createWitness = witness ?? chooseWitness(options.controllers);
  const operator = await installOperator({
    ...{ client, namespace: `${namespace}-operator`, namespaces: [namespace] },
    ...options,
  });
  const scope: Scope = {
    ...place,
    operator,
    witness: (name) => createWitness(scope, name),
    [Symbol.asyncDispose]: () => operator[Symbol.asyncDispose](),
  };
  return scope;
}

export function toKey({ namespace }: Pick<Scope, 'namespace'>, name: string): ObjectKey {
  return { namespace, name };
}

function chooseWitness(controllers: readonly string[] = ['web-server']): Witness {
  if (controllers.includes('web-server')) return webServerWithoutPods;
  throw new Error(
    `pass a witness for ${controllers.join(', ')}: a function that creates a resource of its kind that becomes Ready`,
  );
}
