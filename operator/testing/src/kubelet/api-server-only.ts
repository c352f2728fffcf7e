import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Common name of the API server's certificate for kubelets, as kubeadm has it. */
export const kubeletClientName = 'kube-apiserver-kubelet-client';

export interface ClientRefusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/** What to answer to who is at the other end; `undefined` if that is the API server. Tokens are ignored. */
export function refusalOf(socket: Socket): ClientRefusal | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return { status: 401, message: 'Unauthorized' };
  if (socket.getPeerCertificate().subject.CN === kubeletClientName) return undefined;
  return { status: 403, message: 'Forbidden: only the API server may ask a kubelet' };
}
