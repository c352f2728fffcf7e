/**
 * Keys and certificates of one control plane.
 *
 * - `pki.ts`: which there are, and where
 * - `authority.ts`: how one is made, by `runtime/certificates`
 * - `kubeconfig.ts`: a client certificate as kubectl and the components take it
 */
export { writeKubeconfig } from './kubeconfig.ts';
export { clientNames, openPki, type CertificateFiles, type ClientName, type Pki } from './pki.ts';
