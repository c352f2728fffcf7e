/** Why a node cannot run a Pod as specified, with a kubelet's message, for the Pod's status and events. */
export class KubeletError extends Error {
  override readonly name = 'KubeletError';
}
