import type { StepContext, Tour } from './step.ts';

/** What `--keep` prints once the samples are Ready: the kubeconfig, and commands to try. */
export async function commandsToTry(context: StepContext, tours: readonly Tour[]): Promise<string> {
  const parts = await Promise.all(
    tours.map(async ({ title, commands }) => [`  # ${title}`, ...(await commands(context)).map((line) => `  ${line}`)]),
  );
  return `
The cluster keeps running until Ctrl-C. In another terminal:

  export KUBECONFIG=${context.cluster.controlPlane.kubeconfigPath}

${parts.map((lines) => lines.join('\n')).join('\n\n')}

  # The operator itself
  kubectl -n kubewright-system get pods,leases
`;
}
