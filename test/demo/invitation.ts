import type { Stage } from './stage.ts';
import { pageUrl } from './web-server-steps.ts';

/** What a person can do now. */
export async function invitation(stage: Stage): Promise<string> {
  const url = await pageUrl(stage);
  return `
It stays up until Ctrl-C. In another terminal:

  export KUBECONFIG=${stage.cluster.controlPlane.kubeconfigPath}

  kubectl get webservers
  kubectl describe webserver webserver-sample
  kubectl explain webserver.spec
  curl ${url}
  kubectl scale webserver webserver-sample --replicas=5
  kubectl delete service webserver-sample-service && kubectl get service --watch
  kubectl -n kubewright-system get pods,leases
`;
}
