/**
 * Keys and certificates of one control plane.
 *
 * - `pki.ts`: all of them, with their paths
 * - `authority.ts`: how one is created, by `runtime/certificates`
 * - `kubeconfig.ts`: a kubeconfig with a client certificate, for kubectl and the components
 */
export { writeKubeconfig } from './kubeconfig.ts';
export { clientNames, openPki, type CertificateFiles, type ClientName, type Pki } from './pki.ts';
