/**
 * The host to pass to `listen` for an address of this machine. `::`, every address, is none at all: Node then listens on
 * IPv6 and IPv4 both, and on IPv4 alone where the machine has no IPv6; asked for `::` by name it would fail there.
 * https://nodejs.org/docs/latest-v24.x/api/net.html#serverlistenport-host-backlog-callback
 */
export function listenHost(address: string): string | undefined {
  return address === '::' ? undefined : address;
}
