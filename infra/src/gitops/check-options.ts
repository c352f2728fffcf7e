import {
  boolean,
  type Fault,
  fault,
  isRecord,
  label,
  object,
  objectName,
  oneOf,
  record,
  type Shape,
  text,
} from '../shape/index.ts';
import type { GitOps } from './options.ts';

const duration = text('a duration such as "10m" or "1h30m"', /^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$/);
const folder = text(
  'a path in the repository, such as "deploy/manifests", without "..", or "." for the repository itself',
  /^(\.|(?!\.{1,2}(\/|$))[^/\s]+(\/(?!\.{1,2}(\/|$))[^/\s]+)*)$/,
);

/** A URL, or `host:path` of SSH, without a password or a token: it is committed with the Application. */
const url = text(
  'the URL of a repository, such as "https://git.example/platform.git"',
  /^([a-z][a-z0-9+]*:\/\/|[^\s@/]+@[^\s@/:]+:)\S+$/,
);
const withSecret = /^(https?:\/\/[^/]*@|[a-z][a-z0-9+]*:\/\/[^/@]*:[^/@]*@)/;
const repository: Shape = {
  schema: url.schema,
  faults(value, at) {
    if (typeof value !== 'string' || !withSecret.test(value)) return url.faults(value, at);
    // The value is not shown.
    return [
      { at, text: `${at} must be a URL without a user, a password or a token: Argo CD reads them from a Secret` },
    ];
  },
};

const anyCluster = object({}, { server: text(), name: text() });
const cluster: Shape = {
  schema: anyCluster.schema,
  faults(value, at) {
    const faults = anyCluster.faults(value, at);
    const isOne = isRecord(value) && (value['server'] === undefined) !== (value['name'] === undefined);
    return faults.length > 0 || isOne ? faults : [fault(at, 'a cluster with either server or name', value)];
  },
};

const argoCd = object(
  { repository },
  { revision: text(), project: objectName, namespace: label, destinations: record(cluster), automated: boolean },
);

const source = object(
  { name: objectName },
  { namespace: label, kind: oneOf('GitRepository', 'OCIRepository', 'Bucket') },
);

const flux = object(
  { source },
  {
    ...{ namespace: label, serviceAccountName: objectName },
    ...{ interval: duration, retryInterval: duration, timeout: duration },
  },
);

const gitOps = object({ name: label, path: folder }, { argoCd, flux });

/**
 * Pure: the given options. Throws, with everything that is wrong, if one is unknown or has a value that is not allowed, or if
 * a destination is of an environment that does not exist.
 */
export function checkedGitOps(options: GitOps, environments: readonly string[]): GitOps {
  const wrong = gitOps.faults(options, 'gitOps');
  const faults =
    wrong.length > 0 ? wrong : Object.keys(options.argoCd?.destinations ?? {}).flatMap(nowhere(environments));
  if (faults.length > 0) throw new Error(faults.map(({ text }) => text).join('; '));
  return options;
}

/** The destination of an environment that does not exist. */
function nowhere(environments: readonly string[]): (environment: string) => Fault[] {
  const at = 'gitOps.argoCd.destinations';
  const known = environments.join(', ');
  return (environment) => {
    if (environments.includes(environment)) return [];
    return [
      { at, text: `${at} has ${JSON.stringify(environment)}, but there is no such environment: there are ${known}` },
    ];
  };
}

/** The name of an Application or a Kustomization. Both are values of labels, too, which limits their length. */
export function nameOf(parts: readonly string[]): string {
  const name = parts.join('-');
  const [wrong] = label.faults(
    name,
    'the name of an Application or a Kustomization (gitOps.name, environment and unit)',
  );
  if (wrong !== undefined) throw new Error(wrong.text);
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
