/**
 * The host to pass to `listen` for an address of this machine. For `::`, every address, it is `undefined`: Node then
 * listens on IPv6 and IPv4, or on IPv4 alone if the machine has no IPv6, where an explicit `::` would fail.
 * https://nodejs.org/docs/latest-v24.x/api/net.html#serverlistenport-host-backlog-callback
 */
export function listenHost(address: string): string | undefined {
  return address === '::' ? undefined : address;
}
