import type { Cluster } from '../cluster.ts';

export interface DescribedCluster {
  readonly controlPlane: Pick<Cluster['controlPlane'], 'kubeconfigPath' | 'serverUrl' | 'versions' | 'directory'>;
  /** The node that runs Pods as real processes. @default - none */
  readonly node?: Pick<Cluster['node'], 'nodePortAddress'>;
}

export interface DescribedOptions {
  readonly kwok: boolean;
  readonly scheduler: boolean;
  readonly images: readonly string[];
}

/**
 * Describes how to reach a cluster, and what runs in it. The first line is a shell command, the others are comments.
 */
export function describeCluster(cluster: DescribedCluster, options: DescribedOptions): string {
  const { controlPlane, node } = cluster;
  const { kubeconfigPath, serverUrl, versions, directory } = controlPlane;
  return [
    `export KUBECONFIG=${quoteShellWord(kubeconfigPath)}`,
    `# server    ${serverUrl}`,
    `# versions  Kubernetes ${versions.kubernetes}, etcd ${versions.etcd}${options.kwok ? `, kwok ${versions.kwok}` : ''}`,
    node === undefined ? '# nodePorts are not served' : `# nodePorts on ${node.nodePortAddress(0).host}`,
    `# Pods      ${describePods(cluster, options)}`,
    `# folder    ${directory}`,
  ].join('\n');
}

function describePods({ node }: DescribedCluster, { kwok, scheduler, images }: DescribedOptions): string {
  if (!scheduler) return 'stay Pending, because the scheduler does not run';
  if (node === undefined) return kwok ? 'are simulated' : 'stay Pending, because the cluster does not have a node';
  return `of ${images.join(', ')} run as processes, all others ${kwok ? 'are simulated' : 'stay Pending'}`;
}

function quoteShellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
