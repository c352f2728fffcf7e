import type { ControlPlane, ControlPlaneOptions } from './control-plane/index.ts';
import { startWithObjects } from './control-plane/start-control-plane.ts';
import { Teardown } from './control-plane/teardown.ts';
import { defaultImages } from './images/default-images.ts';
import { buildPlacementObjects } from './node/placement.ts';
import type { NodeOptions, RealNode } from './node/real-node.ts';
import { startNode } from './node/start-node.ts';

export interface ClusterOptions extends ControlPlaneOptions {
  /** Options of the node that runs Pods as real processes. @default - a node with the images of `defaultImages` */
  readonly node?: NodeOptions;
}

/** A control plane with a node that runs Pods as real processes. Disposing stops the node, then the control plane. */
export interface Cluster extends AsyncDisposable {
  readonly controlPlane: ControlPlane;
  readonly node: RealNode;
}

/**
 * Starts a control plane and a node.
 *
 * Throws: the errors of `startControlPlane` and `startNode`, after stopping everything that it started.
 */
export async function startCluster({ node: nodeOptions, ...options }: ClusterOptions = {}): Promise<Cluster> {
  await using parts = new Teardown();
  const images = nodeOptions?.images ?? defaultImages;
  // The node applies its policy, too. But the API server needs up to a second to use a new policy, which passes while
  // the controllers start.
  const controlPlane = parts.use(await startWithObjects(options, (version) => buildPlacementObjects(images, version)));
  const signal = options.signal && { signal: options.signal };
  const node = parts.use(await startNode(controlPlane, { ...signal, ...nodeOptions }));
  const all = parts.move();
  return { controlPlane, node, [Symbol.asyncDispose]: () => all[Symbol.asyncDispose]() };
}
