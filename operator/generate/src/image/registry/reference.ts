import { buildGenerateError } from '../../generate-error.ts';

export interface Reference {
  /** Host and port of the registry, as they are in the image's name. */
  readonly host: string;
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
  /** The URL of the registry, without a trailing slash. */
  readonly url: string;
}

const pattern =
  /^(?:(?<scheme>https?):\/\/)?(?<name>[^@\s]+?)(?::(?<tag>\w[\w.-]{0,127}))?(?:@(?<digest>sha256:[0-9a-f]{64}))?$/;
const repositoryPattern = /^[a-z0-9]+([._-]+[a-z0-9]+)*(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*$/;

/**
 * Parses a name such as `ghcr.io/me/operator:1.0.0`. The default host is Docker Hub. Requests use TLS unless the
 * registry runs on this machine (`localhost`, `127.0.0.1`, `[::1]`); a scheme before the name, `http://` or `https://`,
 * overrides this.
 */
export function parseReference(text: string): Reference {
  const { scheme, name = '', tag, digest } = pattern.exec(text)?.groups ?? {};
  const { host, repository } = splitName(name);
  if (!repositoryPattern.test(repository)) {
    throw buildGenerateError(
      `read the name ${text}`,
      'use <registry>/<repository>:<tag>, with the repository in lowercase',
    );
  }
  // Docker Hub's registry and image names use different hosts.
  const server = host === 'docker.io' ? 'registry-1.docker.io' : host;
  const url = `${scheme ?? (isLoopback(host) ? 'http' : 'https')}://${server}`;
  return { host, repository, url, ...(tag && { tag }), ...(digest && { digest }) };
}

/** The first part of a name is a host if it is `localhost` or contains a dot or a colon. */
function splitName(name: string): Pick<Reference, 'host' | 'repository'> {
  const [, host, rest] = /^([^/]*[.:][^/]*|localhost)\/(.*)$/.exec(name) ?? [];
  if (host !== undefined && rest !== undefined) return { host, repository: rest };
  return { host: 'docker.io', repository: name.includes('/') ? name : `library/${name}` };
}

/** Whether a host, with or without a port, is this machine. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host);
}
