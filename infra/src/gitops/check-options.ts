import { object, oneOf, type Shape, ShapeError, text } from '../declaration/index.ts';
import type { GitOps } from './options.ts';

const label = text('a name of lower-case letters, digits and "-", at most 63', /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
const subdomain = text(
  'the name of an object (lower-case letters, digits, "-" and ".", at most 253)',
  /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
);
const duration = text('a duration such as "10m" or "1h30m"', /^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$/);
const folder = text(
  'a path in the repository, such as "deploy/manifests", without "..", or "." for the repository itself',
  /^(\.|(?!\.{1,2}(\/|$))[^/\s]+(\/(?!\.{1,2}(\/|$))[^/\s]+)*)$/,
);
const cluster = object({}, { optional: { server: text(), name: text() }, closed: true });

const argoCd = object(
  { repository },
  {
    optional: {
      revision: text(),
      project: subdomain,
      namespace: label,
      destinations,
      automated: oneOf(true, false),
    },
    closed: true,
  },
);

const source = object(
  { name: subdomain },
  { optional: { namespace: label, kind: oneOf('GitRepository', 'OCIRepository', 'Bucket') }, closed: true },
);

const flux = object(
  { source },
  {
    optional: {
      ...{ namespace: label, serviceAccountName: subdomain },
      ...{ interval: duration, retryInterval: duration, timeout: duration },
    },
    closed: true,
  },
);

const gitOps = object({ name: label, path: folder }, { optional: { argoCd, flux }, closed: true });

/**
 * Pure: the given options. Throws if one is unknown, or has a value that is not allowed, or if a destination is of an
 * environment that does not exist.
 */
export function checkedGitOps(options: GitOps, environments: readonly string[]): GitOps {
  gitOps(options, 'gitOps');
  for (const environment of Object.keys(options.argoCd?.destinations ?? {})) {
    if (environments.includes(environment)) continue;
    throw new Error(
      `gitOps.argoCd.destinations has ${JSON.stringify(environment)}, but there is no such environment: there are ` +
        environments.join(', '),
    );
  }
  return options;
}

/** The name of an Application or a Kustomization. Both are values of labels, too, which limits their length. */
export function nameOf(parts: readonly string[]): string {
  const name = parts.join('-');
  label(name, 'the name of an Application or a Kustomization (gitOps.name, environment and unit)');
  return name;
}

/** Throws if two objects have the same name: `a-b` and `c` make the same name as `a` and `b-c`. */
export function checkDistinct(
  objects: readonly { readonly kind: string; readonly metadata: { readonly name: string } }[],
): void {
  const names = objects.map(({ kind, metadata: { name } }) => `${kind} ${name}`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice === undefined) return;
  throw new Error(`there would be two of ${twice}: give an environment or a chart another name`);
}

/** A URL, or `host:path` of SSH, without a password or a token: it is committed with the Application. */
function repository(value: unknown, at: string): void {
  text(
    'the URL of a repository, such as "https://git.example/platform.git"',
    /^([a-z][a-z0-9+]*:\/\/|[^\s@/]+@[^\s@/:]+:)\S+$/,
  )(value, at);
  if (!/^(https?:\/\/[^/]*@|[a-z][a-z0-9+]*:\/\/[^/@]*:[^/@]*@)/.test(String(value))) return;
  // The value is not shown.
  throw new Error(`${at} must be a URL without a user, a password or a token: Argo CD reads them from a Secret`);
}

function destinations(value: unknown, at: string): void {
  object({})(value, at);
  for (const [environment, one] of Object.entries(value as Record<string, unknown>)) {
    checkCluster(one, `${at}.${environment}`);
  }
}

const checkCluster: Shape = (value, at) => {
  cluster(value, at);
  const { server, name } = value as { readonly server?: string; readonly name?: string };
  if ((server === undefined) === (name === undefined)) {
    throw new ShapeError(at, 'a cluster with either server or name', value);
  }
};
