import { label, objectName } from './values.ts';
import { withCheck, boolean, group, map, needed, object, oneOf, option, text, withType } from './schema.ts';

const duration = text('a duration such as "10m" or "1h30m"', /^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$/);
const folder = text(
  'a path in the repository, such as "deploy/manifests", without "..", or "." for the repository itself',
  /^(\.|(?!\.{1,2}(\/|$))[^/\s]+(\/(?!\.{1,2}(\/|$))[^/\s]+)*)$/,
);

const url = text(
  'the URL of a repository, such as "https://git.example/platform.git"',
  /^([a-z][a-z0-9+]*:\/\/|[^\s@/]+@[^\s@/:]+:)\S+$/,
);
const secret = /^(https?:\/\/[^/]*@|[a-z][a-z0-9+]*:\/\/[^/@]*:[^/@]*@)/;

/** A URL, or `host:path` of SSH, without a password or token, because the Application is committed. */
const repository = url.refine((given) => !secret.test(given), {
  error: 'a URL without a user, a password or a token: Argo CD reads credentials from a Secret',
  params: { shown: 0 },
});

const cluster = withType(
  withCheck(
    object({ server: text().optional(), name: text().optional() }),
    'a cluster with either server or name',
    ({ server, name }) => (server === undefined) !== (name === undefined),
  ),
  'ArgoCdCluster',
  './given-types.ts',
);

export const argoCdOptions = group('ArgoCdOptions', 'How Argo CD finds the manifests, and where it deploys them.', {
  repository: needed(repository, 'URL of the repository, as Argo CD knows it. Credentials do not belong here.'),
  revision: option(text(), 'Branch, tag or commit.', "'HEAD', the default branch"),
  project: option(objectName, 'The AppProject.', "'default'"),
  namespace: option(label, 'Namespace of Argo CD.', "'argocd'"),
  destinations: option(
    map(cluster),
    'The destination cluster of each environment. Keys are names of environments.',
    '- the cluster in which Argo CD runs',
  ),
  automated: option(boolean, 'Whether Argo CD syncs automatically, and reverts changes by others.', 'true'),
});

export const fluxSource = group('FluxSource', 'A source of Flux.', {
  name: needed(objectName, ''),
  namespace: option(label, '', '- the namespace of the Kustomizations'),
  kind: option(oneOf('GitRepository', 'OCIRepository', 'Bucket'), '', "'GitRepository'"),
});

export const fluxOptions = group('FluxOptions', 'How Flux finds the manifests, and how often it reconciles them.', {
  source: needed(fluxSource, 'The existing source of the manifests.'),
  namespace: option(label, 'Namespace of the Kustomizations.', "'flux-system'"),
  interval: option(duration, 'How often Flux corrects drift, such as `10m` or `1h30m`.', "'10m'"),
  retryInterval: option(duration, 'When Flux retries a failed Kustomization.', "'1m'"),
  timeout: option(duration, 'How long Flux waits until all objects of a stage are ready.', "'5m'"),
  serviceAccountName: option(
    objectName,
    'The ServiceAccount that Flux uses, in the namespace of the Kustomizations.',
    "- Flux's own",
  ),
});

export const gitOps = group('GitOps', 'How Argo CD and Flux deploy manifests from a Git repository.', {
  name: needed(
    label,
    'Prefix of Applications and Kustomizations: `<name>-<environment>-<stage>`. It must be unique in an Argo CD, ' +
      'or Flux.',
  ),
  path: needed(
    folder,
    'Folder of manifests in the repository, such as `deploy/manifests`; `.` is the whole repository.',
  ),
  argoCd: option(argoCdOptions, 'Writes Applications, below `argo-cd/`.', '- none'),
  flux: option(fluxOptions, 'Writes Kustomizations of Flux, below `flux/`.', '- none'),
});
