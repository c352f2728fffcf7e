/**
 * Credentials: the API server and what authenticates us there, as kubectl and controller-runtime find it.
 *
 * - `load-credentials`: the steps below, in order, and the errors of each
 * - `find-kubeconfig`: the flag, KUBECONFIG, in-cluster or `~/.kube/config`; `environment`: what it reads of the process
 * - `kubeconfig`: reads files and merges them; `entry`: the fields of a cluster, user or context
 * - `in-cluster`: the ServiceAccount of a Pod as a kubeconfig
 * - `choose-context`: the context, its cluster and its user
 * - `source`: what authenticates us; `own-source`: certificates, tokens, passwords; `plugin-source`: exec plug-ins and
 *   auth providers, by client-node, which only they load; `exec-plugin`: what is wrong with a plug-in
 * - `kept-headers`: how long headers are kept, and one read for all who ask
 * - `credentials`: what callers give and get; `unusable`: what is wrong, in an error
 *
 * @module
 */
export type { Credentials, CredentialsOptions, TlsOptions } from './credentials.ts';
export { loadCredentials } from './load-credentials.ts';
