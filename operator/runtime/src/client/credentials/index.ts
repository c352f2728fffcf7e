/**
 * Credentials: the API server and the identity for it, with the same sources as kubectl and controller-runtime.
 *
 * - `load-credentials`: performs the steps below, in order, and reports their errors
 * - `find-kubeconfig`: that of the flag, of KUBECONFIG, of the Pod's ServiceAccount, or `~/.kube/config`
 * - `kubeconfig`: reads and merges files, and states why client-node is not used for that; `entry`: validates the
 *   fields of a cluster, user or context
 * - `choose-context`: the context, its cluster and its user
 * - `proxy`: the proxy to the server, of the kubeconfig or of the environment
 * - `own-source`: certificates, tokens, passwords; `plugin-source`: exec plug-ins and auth providers, which alone load
 *   client-node; `exec-plugin`: validates a plug-in
 * - `cached-identity`: when headers and certificates are read again, once for all callers
 * - `credentials`: the types of this module
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
