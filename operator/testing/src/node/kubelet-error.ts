/** A node cannot run a Pod as specified. The message is a kubelet's, for the status and events of the Pod. */
export class KubeletError extends Error {
  override readonly name = 'KubeletError';
}
