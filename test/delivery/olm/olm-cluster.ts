import path from 'node:path';

import type { ImageProgram } from '../../../operator/testing/src/index.ts';
import { findOlmTools, readOlmCrds, type OlmTools } from '../../support/olm-tools.ts';
import { images } from '../../support/operator-image.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';

/** An object as `kubectl get -o json` prints it. */
export interface Stored {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

/** A cluster that runs the Operator Lifecycle Manager. */
export interface OlmCluster extends TestCluster {
  readonly tools: OlmTools;
  /** Applies objects as an administrator. */
  apply(...objects: readonly object[]): Promise<void>;
  /** Returns the object; `undefined` if it does not exist. */
  find(kind: string, namespace: string, name: string): Promise<Stored | undefined>;
  list(kind: string, namespace: string, selector?: string): Promise<readonly Stored[]>;
  /** Starts OLM's catalog operator, which installs from catalogs. */
  startCatalogOperator(): Promise<void>;
}

/** The namespace in which OLM itself would run. */
export const olmNamespace = 'olm';

/**
 * Starts a cluster with OLM's CRDs and its operator for ClusterServiceVersions.
 * @param more programs for additional images
 */
export async function startOlmCluster(more: readonly ImageProgram[] = []): Promise<OlmCluster> {
  const tools = await findOlmTools();
  const started = await startTestCluster({ node: { images: [...more, ...images] } });
  const { cluster } = started;
  const { kubectl } = cluster.controlPlane;
  const apply = async (...objects: readonly object[]): Promise<void> => {
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    await kubectl(['apply', '--server-side', '--force-conflicts', '-f', '-'], { input });
  };
  await apply(buildNamespace(olmNamespace), ...(await readOlmCrds()));
  await kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s']);
  // `--interval` shortens the time between retries, which is 5 minutes by default.
  await startOlm(started, 'olm', [tools.olm, '--namespace', olmNamespace, '--interval', '5s']);
  return {
    ...started,
    tools,
    apply,
    async find(kind, namespace, name) {
      const text = await kubectl(['get', kind, name, '-n', namespace, '--ignore-not-found', '-o', 'json']);
      return text === '' ? undefined : (JSON.parse(text) as Stored);
    },
    async list(kind, namespace, selector) {
      const selected = selector === undefined ? [] : ['-l', selector];
      const text = await kubectl(['get', kind, '-n', namespace, '-o', 'json', ...selected]);
      return (JSON.parse(text) as { readonly items: readonly Stored[] }).items;
    },
    startCatalogOperator: () => startOlm(started, 'catalog', [tools.catalog, '--namespace', olmNamespace]),
    [Symbol.asyncDispose]: () => started[Symbol.asyncDispose](),
  };
}

/** Starts an operator of OLM as an administrator. */
async function startOlm({ cluster }: TestCluster, name: string, [command = '', ...args]: string[]): Promise<void> {
  const { processes, directory, kubeconfigPath } = cluster.controlPlane;
  // With TLS, OLM listens on 8443 and leaves 8080 to the metrics of operators that it installs.
  const serving = ['--tls-cert', 'server.crt', '--tls-key', 'server.key'];
  await processes.start({
    name,
    command,
    args: [...args, ...serving],
    cwd: path.join(directory, 'pki'),
    env: { ...readEnvironment(), KUBECONFIG: kubeconfigPath },
    logFile: path.join(directory, 'logs', `${name}.log`),
  });
}

function readEnvironment(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

export function buildNamespace(name: string): object {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

/** Waits until a ClusterServiceVersion is in the phase `wanted`: `<phase>`, or `<phase>: <reason>`. */
export function awaitPhase(
  cluster: OlmCluster,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  wanted: string,
): Promise<Stored> {
  let seen = 'nothing';
  return until(
    `${name} in ${namespace} is ${wanted}`,
    async () => {
      const found = await cluster.find('csv', namespace, name);
      const { phase, reason, message } = found?.status ?? {};
      seen = `${String(phase)}: ${String(reason)}: ${String(message)}`;
      if (phase !== wanted && `${String(phase)}: ${String(reason)}` !== wanted) throw new Error(seen);
      return found;
    },
    { timeoutMs: 120_000, everyMs: 250 },
  );
}
