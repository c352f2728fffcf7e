/** Why a node cannot do what a Pod asks for, in the words of a kubelet: they stand in the Pod's status and events. */
export class KubeletError extends Error {
  override readonly name = 'KubeletError';
}
