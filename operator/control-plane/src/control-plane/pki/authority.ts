import { systemClock } from '@kubewright/runtime/internal/base';
import { type Authority, createAuthority as create } from '@kubewright/runtime/internal/certificates/authority';

export type { Authority, Host, KeyPair, Leaf } from '@kubewright/runtime/internal/certificates/authority';

/**
 * Validity of certificates. Long, because a kept state directory may be started again later; the keys never leave this
 * machine.
 */
const validDays = 3650;

export function createAuthority(commonName: string): Promise<Authority> {
  return create(commonName, { clock: systemClock, validDays });
}
