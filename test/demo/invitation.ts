import type { Stage, Tour } from './stage.ts';

/** What a person can do now. */
export async function invitation(stage: Stage, tours: readonly Tour[]): Promise<string> {
  const parts = await Promise.all(
    tours.map(async ({ title, commands }) => [`  # ${title}`, ...(await commands(stage)).map((line) => `  ${line}`)]),
  );
  return `
It stays up until Ctrl-C. In another terminal:

  export KUBECONFIG=${stage.cluster.controlPlane.kubeconfigPath}

${parts.map((lines) => lines.join('\n')).join('\n\n')}

  # The operator itself
  kubectl -n kubewright-system get pods,leases
`;
}
