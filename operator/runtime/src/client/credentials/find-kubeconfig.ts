import type { CredentialsOptions } from './credentials.ts';
import { environmentVariables, fileAtHome, filesOfVariable, type Variables } from './environment.ts';
import { hasServiceAccount, podKubeconfig } from './in-cluster.ts';
import { type Kubeconfig, readKubeconfig } from './kubeconfig.ts';
import { Unusable } from './entry.ts';

/**
 * The kubeconfig of the flag, of `KUBECONFIG`, of the Pod or of `~/.kube/config`, in this order; `undefined` if there is
 * none. Errors: `Unusable`, or that of the file system.
 */
export async function findKubeconfig(options: CredentialsOptions): Promise<Kubeconfig | undefined> {
  const { kubeconfig, inCluster = false, kubeconfigVariable = false, serviceAccountFolder: folder } = options;
  const variables = environmentVariables();
  if (kubeconfig !== undefined) return readKubeconfig([kubeconfig]);
  if (inCluster && !kubeconfigVariable) return podKubeconfig(variables, folder);
  const files = await conventionalFiles(variables);
  if (files !== undefined) return readKubeconfig(files);
  // The caller has not said that this is a Pod, but it is one.
  return (await hasServiceAccount(folder)) ? podKubeconfig(variables, folder) : undefined;
}

async function conventionalFiles(variables: Variables): Promise<readonly string[] | undefined> {
  const listed = filesOfVariable(variables);
  if (listed?.length === 0) throw new Unusable('KUBECONFIG names no file');
  if (listed !== undefined) return listed;
  const atHome = await fileAtHome(variables);
  return atHome === undefined ? undefined : [atHome];
}
