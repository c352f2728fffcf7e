/**
 * Credentials: the API server and what authenticates us there, as kubectl and controller-runtime find it.
 *
 * - `load-credentials`: the steps below, in order, and the errors of each
 * - `find-kubeconfig`: that of the flag, of KUBECONFIG, of the Pod's ServiceAccount, or `~/.kube/config`
 * - `kubeconfig`: reads files and merges them, and why client-node does not; `entry`: the fields of a cluster, user or
 *   context, and what is wrong with them
 * - `choose-context`: the context, its cluster and its user
 * - `proxy`: the proxy that leads to the server, of the kubeconfig or of the environment
 * - `own-source`: certificates, tokens, passwords; `plugin-source`: exec plug-ins and
 *   auth providers, by client-node, which only they load; `exec-plugin`: what is wrong with a plug-in
 * - `cached-identity`: when headers and certificates are read again, once for all who ask
 * - `credentials`: what callers give and get, and what authenticates us to the server
 *
 * @module
 */
export {
  type Credentials,
  type CredentialsOptions,
  createFixedCredentials,
  type Identity,
  type TlsOptions,
} from './credentials.ts';
export { loadCredentials } from './load-credentials.ts';
