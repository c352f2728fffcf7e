/**
 * Deploys an environment by Pulumi's engine, without its language host.
 *
 * - `deploy.ts`: start here; `stack.ts`: the stack and where its state is
 * - `context.ts`: the kubeconfig of a run; `interruption.ts`: Ctrl-C
 * - `cluster.ts`: whether the cluster is reached, and which it is; `kubectl.ts`: how it is read
 * - `plugin.ts`: the provider of Kubernetes; `users-resources.ts`: what a destroy would hang on
 * - `failure.ts`, `explain.ts`, `held.ts`: errors for people
 */
export { deploy, type DeployOptions, type Operation } from './deploy.ts';
export { DeployError } from './deploy-error.ts';
