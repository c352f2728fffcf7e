import { environment } from './environment.ts';
import {
  anyObject,
  extendGroup,
  group,
  list,
  map,
  needed,
  object,
  oneOf,
  option,
  optional,
  text,
  withType,
} from './schema.ts';
import { declaration, installationName, label } from './values.ts';

const semver = text('a semantic version such as 1.2.3', /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/);
const bundleName = text('the name of a bundle, such as zoo.v1.2.0', /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/);
const address = text('an https:// URL', /^https:\/\/\S+$/);
const base64 = text('a base64-encoded image', /^[A-Za-z0-9+/]+={0,2}$/);
const email = text('an email address', /^\S+@\S+\.\S+$/);
const words = text();

const icon = object({ data: base64, mediaType: oneOf('image/svg+xml', 'image/png', 'image/jpeg', 'image/gif') });
const provider = object({ name: text(), ...optional({ url: address }) });
const capabilities = oneOf('Basic Install', 'Seamless Upgrades', 'Full Lifecycle', 'Deep Insights', 'Auto Pilot');
const installMode = oneOf('OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces');

export const olmShownData = group(
  'OlmShownData',
  'The data that a console shows. `parsePackageJson` reads a part of it from a `package.json`.',
  {
    displayName: option(words, '', "- the operator's name"),
    description: option(text('a non-empty string', /\S/), 'In Markdown.', "- the declaration's description"),
    icon: option(
      withType(icon, '{ readonly data: string; readonly mediaType: string }'),
      'The icon: an image in base64, and its media type.',
      '- none',
    ),
    keywords: option(list(words), '', '- none'),
    links: option(map(address), 'Links by title.', '- none'),
    maintainers: option(map(email), 'Email addresses of the maintainers, by name.', '- none'),
    provider: option(
      withType(provider, '{ readonly name: string; readonly url?: string }'),
      'The provider of the operator.',
      '- the display name of the operator',
    ),
    maturity: option(
      oneOf('planning', 'pre-alpha', 'alpha', 'beta', 'stable', 'mature', 'inactive', 'deprecated'),
      '',
      "'alpha'",
    ),
    capabilities: option(
      withType(capabilities, 'OlmCapabilities', './given-types.ts'),
      'The capability level of the operator.',
      "'Basic Install'",
    ),
    categories: option(list(words), 'Categories of OperatorHub, such as `Database`.', '- none'),
    minKubeVersion: option(
      text('a Kubernetes version such as 1.30.0', /^\d+\.\d+\.\d+$/),
      'The oldest version of Kubernetes, such as `1.30.0`.',
      '- any',
    ),
    repository: option(address, 'URL of the source code.', '- none'),
    kindNames: option(map(words), 'Display names, by kind.', '- the kind'),
  },
);

export const olmBundleOptions = extendGroup(
  olmShownData,
  group('OlmBundleOptions', 'One version of an operator for the Operator Lifecycle Manager.', {
    declaration: option(declaration, 'The operator.', "- Kubewright's own operator"),
    package: option(label, 'Name of the package, which all versions share.', "- the operator's name"),
    version: option(semver, 'Version of the bundle, as semver.', "- the declaration's version"),
    environment: needed(
      environment,
      'The environment to deploy. Its namespace is a suggestion: the user chooses one, and an OperatorGroup there ' +
        'chooses the namespaces to serve. Its `namespaces`, samples and pet store are not part of a bundle.',
    ),
    name: option(
      installationName,
      'Name of the installation, such as of its Deployment.',
      "- `installation` of the environment, else the operator's name",
    ),
    replaces: option(bundleName, 'The bundle that this one replaces, such as `zoo.v1.2.0`.', '- none'),
    skips: option(list(bundleName), 'Bundles that an upgrade skips.', '- none'),
    installModes: option(
      list(withType(installMode, 'OlmInstallMode', './given-types.ts'), { minimum: 1 }),
      'The namespaces that an OperatorGroup may choose.',
      '- all namespaces; only `AllNamespaces` for operators without the setting WATCH_NAMESPACE, with a cluster-scoped kind, ' +
        'or with conversions',
    ),
    channels: option(list(label, { minimum: 1 }), 'Channels of the bundle; the first is the default.', "['alpha']"),
    examples: option(
      withType(list(anyObject('a Kubernetes object')), 'readonly PlainObject[]', '@kubewright/declaration'),
      'One sample object of each kind (the annotation `alm-examples`), from which consoles fill their forms.',
      '- none; validators warn',
    ),
    relatedImages: option(
      map(words),
      "Images that the operator deploys, by name. The bundle adds the operator's own image.",
      '- the images in settings of the format `image`, by name of the setting',
    ),
  }),
);
