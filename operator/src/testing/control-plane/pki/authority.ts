import { systemClock } from '../../../runtime/base/index.ts';
import { type Authority, createAuthority as create } from '../../../runtime/certificates/authority.ts';

export type { Authority, Host, KeyPair, Leaf } from '../../../runtime/certificates/authority.ts';

/** Long, because a kept state directory is started again; the keys never leave this machine. */
const validDays = 3650;

/** Makes a new authority. */
export function createAuthority(commonName: string): Promise<Authority> {
  return create(commonName, { clock: systemClock, validDays });
}
