/**
 * Credentials: the API server and the identity for it, with the same sources as kubectl and controller-runtime.
 *
 * - `load-credentials`: performs the steps below, in order, and reports their errors
 * - `find-kubeconfig`: that of the flag, of KUBECONFIG, of the Pod's ServiceAccount, or `~/.kube/config`
 * - `kubeconfig`: reads and merges files, and why client-node does not; `entry`: validates the fields of a cluster,
 *   user or context
 * - `choose-context`: the context, its cluster and its user
 * - `proxy`: the proxy to the server, of the kubeconfig or of the environment
 * - `own-source`: certificates, tokens, passwords; `plugin-source`: exec plug-ins and auth providers via client-node,
 *   which only they load; `exec-plugin`: validates a plug-in
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
