import { failed } from '../failed.ts';

/** The name of an image in a registry. */
export interface Reference {
  /** Host and port, as in the name. */
  readonly host: string;
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
  /** The URL of the registry, without a slash at the end. */
  readonly url: string;
}

export interface ReferenceOptions {
  /** Whether the registry is asked without TLS though it is on another machine. */
  readonly plainHttp?: boolean;
}

const dockerHub = 'docker.io';
const pattern =
  /^(?<scheme>https:\/\/)?(?<name>[^@\s]+?)(?::(?<tag>\w[\w.-]{0,127}))?(?:@(?<digest>sha256:[0-9a-f]{64}))?$/;
const repositoryPattern = /^[a-z0-9]+([._-]+[a-z0-9]+)*(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*$/;

/**
 * Reads a name such as `ghcr.io/me/operator:1.0.0`. A name without a host is on Docker Hub. The registry of this machine
 * (`localhost`, `127.0.0.1`, `[::1]`) is asked without TLS, unless the name begins with `https://`.
 */
export function parseReference(text: string, { plainHttp = false }: ReferenceOptions = {}): Reference {
  const { scheme, name = '', ...version } = pattern.exec(text)?.groups ?? {};
  const { host, repository } = splitName(name);
  if (!repositoryPattern.test(repository)) {
    throw failed(`read the name ${text}`, 'write <registry>/<repository>:<tag>, with a repository in lower case');
  }
  const isPlain = scheme === undefined && (plainHttp || isLoopback(host));
  const url = urlOf(host, isPlain ? 'http' : 'https');
  const given = Object.entries(version).filter(([, value]: [string, unknown]) => value !== undefined);
  return { host, repository, url, ...Object.fromEntries(given) };
}

/** The registry of Docker Hub answers under another name than its images have. */
function urlOf(host: string, scheme: string): string {
  return `${scheme}://${host === dockerHub ? 'registry-1.docker.io' : host}`;
}

/** The first part of a name is a host if it could be no repository. */
function splitName(name: string): Pick<Reference, 'host' | 'repository'> {
  const slash = name.indexOf('/');
  const first = name.slice(0, Math.max(slash, 0));
  if (/[.:]|^localhost$/.test(first)) return { host: first, repository: name.slice(slash + 1) };
  return { host: dockerHub, repository: slash === -1 ? `library/${name}` : name };
}

/** Whether a host, with or without a port, is this machine. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host);
}
