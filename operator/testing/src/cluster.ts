import { startControlPlane, type ControlPlane, type ControlPlaneOptions } from './control-plane/index.ts';
import { Teardown } from './control-plane/teardown.ts';
import { startNode, type NodeOptions, type RealNode } from './node/index.ts';

export interface ClusterOptions extends ControlPlaneOptions {
  /** The node on which Pods run as real processes. @default - one with the images that walk-throughs need */
  readonly node?: NodeOptions;
}

/** A control plane with a node on which Pods run as real processes. Disposing ends the node, then the control plane. */
export interface Cluster extends AsyncDisposable {
  readonly controlPlane: ControlPlane;
  readonly node: RealNode;
}

/**
 * Starts a control plane and a node.
 *
 * Throws: what `startControlPlane` and `startNode` throw; nothing that was started is left then.
 */
export async function startCluster({ node: nodeOptions, ...options }: ClusterOptions = {}): Promise<Cluster> {
  await using parts = new Teardown();
  const controlPlane = parts.use(await startControlPlane(options));
  const signal = options.signal && { signal: options.signal };
  const node = parts.use(await startNode(controlPlane, { ...signal, ...nodeOptions }));
  const all = parts.move();
  return { controlPlane, node, [Symbol.asyncDispose]: () => all[Symbol.asyncDispose]() };
}
