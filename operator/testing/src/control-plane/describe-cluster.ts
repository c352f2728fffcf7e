import type { Cluster } from '../cluster.ts';

/** The cluster. */
export interface DescribedCluster {
  readonly controlPlane: Pick<Cluster['controlPlane'], 'kubeconfigPath' | 'serverUrl' | 'versions' | 'directory'>;
  /** The node on which Pods run as real processes, if there is one. */
  readonly node?: Pick<Cluster['node'], 'nodePortAddress'>;
}

/** The options of the cluster. */
export interface DescribedOptions {
  /** Whether there is a simulated node. */
  readonly kwok: boolean;
  readonly scheduler: boolean;
  /** The images whose Pods run as real processes. */
  readonly images: readonly string[];
}

/** How to reach a cluster, and what runs in it. The first line is for a shell; the others are comments to it. */
export function describeCluster(cluster: DescribedCluster, options: DescribedOptions): string {
  const { controlPlane, node } = cluster;
  const { kubeconfigPath, serverUrl, versions, directory } = controlPlane;
  return [
    `export KUBECONFIG=${quoteShellWord(kubeconfigPath)}`,
    `# server    ${serverUrl}`,
    `# versions  Kubernetes ${versions.kubernetes}, etcd ${versions.etcd}${options.kwok ? `, kwok ${versions.kwok}` : ''}`,
    `# nodePorts ${node === undefined ? 'lead nowhere' : `on ${node.nodePortAddress(0).host}`}`,
    `# Pods      ${describePods(cluster, options)}`,
    `# folder    ${directory}`,
  ].join('\n');
}

function describePods({ node }: DescribedCluster, { kwok, scheduler, images }: DescribedOptions): string {
  if (!scheduler) return 'stay Pending, as nothing schedules them';
  if (node === undefined) return kwok ? 'are simulated' : 'stay Pending, as there is no node';
  return `of ${images.join(', ')} really run, all others ${kwok ? 'are simulated' : 'stay Pending'}`;
}

function quoteShellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
