import type { Socket } from 'node:net';

/** The address at the other end; one text for an IPv4 address, however it is written where IPv6 is spoken, too. */
export function peerOf({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string {
  return remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
}
