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

const semver = text('a version such as 1.2.3, by semver', /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/);
const bundleName = text('the name of a bundle, such as zoo.v1.2.0', /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/);
const address = text('an address that begins with https://', /^https:\/\/\S+$/);
const base64 = text('an image in base64', /^[A-Za-z0-9+/]+={0,2}$/);
const email = text('an address of e-mail', /^\S+@\S+\.\S+$/);
const words = text();

const icon = object({ data: base64, mediaType: oneOf('image/svg+xml', 'image/png', 'image/jpeg', 'image/gif') });
const provider = object({ name: text(), ...optional({ url: address }) });
const capabilities = oneOf('Basic Install', 'Seamless Upgrades', 'Full Lifecycle', 'Deep Insights', 'Auto Pilot');
const installMode = oneOf('OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces');

export const olmShownData = group(
  'OlmShownData',
  'What a console shows. `shownByPackage` reads some of it from a `package.json`.',
  {
    displayName: option(words, '', "- the operator's name"),
    description: option(text('a string that is not empty', /\S/), 'In Markdown.', "- the declaration's description"),
    icon: option(
      withType(icon, '{ readonly data: string; readonly mediaType: string }'),
      'Base64 of an image, and its type.',
      '- none',
    ),
    keywords: option(list(words), '', '- none'),
    links: option(map(address), 'Links by their titles.', '- none'),
    maintainers: option(map(email), 'Addresses of people by their names.', '- none'),
    provider: option(
      withType(provider, '{ readonly name: string; readonly url?: string }'),
      'Who offers the operator.',
      '- named as the operator is shown',
    ),
    maturity: option(
      oneOf('planning', 'pre-alpha', 'alpha', 'beta', 'stable', 'mature', 'inactive', 'deprecated'),
      '',
      "'alpha'",
    ),
    capabilities: option(
      withType(capabilities, 'OlmCapabilities', './given-types.ts'),
      'How much the operator does by itself.',
      "'Basic Install'",
    ),
    categories: option(list(words), 'Such as `Database`, from the list of OperatorHub.', '- none'),
    minKubeVersion: option(
      text('a version of Kubernetes such as 1.30.0', /^\d+\.\d+\.\d+$/),
      'The oldest version of Kubernetes, such as `1.30.0`.',
      '- any',
    ),
    repository: option(address, 'Address of the sources.', '- none'),
    kindNames: option(map(words), 'Names of kinds for people, by kind.', '- the kind'),
  },
);

export const olmBundleOptions = extendGroup(
  olmShownData,
  group('OlmBundleOptions', 'One version of an operator for the Operator Lifecycle Manager.', {
    declaration: option(declaration, 'The operator.', "- Kubewright's own operators"),
    package: option(label, 'Name of the package, which all versions share.', "- the operator's name"),
    version: option(semver, 'Version of the bundle, as semver.', "- the declaration's version"),
    environment: needed(
      environment,
      'What is deployed. Its namespace is only suggested: the user chooses one, and an OperatorGroup there ' +
        'chooses the namespaces to serve. Its `namespaces`, samples and pet store are not part of a bundle.',
    ),
    name: option(installationName, 'Name of the Deployment and of what belongs to it.', "- the operator's name"),
    replaces: option(bundleName, 'The bundle that this one replaces, such as `zoo.v1.2.0`.', '- none'),
    skips: option(list(bundleName), 'Bundles that an upgrade passes over.', '- none'),
    installModes: option(
      list(withType(installMode, 'OlmInstallMode', './given-types.ts'), { minimum: 1 }),
      'The namespaces that an OperatorGroup may choose.',
      '- all; only `AllNamespaces` for operators without the setting WATCH_NAMESPACE, with a cluster-scoped kind, ' +
        'or with conversions',
    ),
    channels: option(list(label, { minimum: 1 }), 'Channels of the bundle; the first is the default.', "['alpha']"),
    examples: option(
      withType(list(anyObject('an object of Kubernetes')), 'readonly PlainObject[]', '@kubewright/declaration'),
      'One object of each kind, for the forms of a console.',
      '- none, of which validators warn',
    ),
    relatedImages: option(
      map(words),
      'Images that the operator deploys, by name. Its own is added.',
      '- those in settings of the format `image`, by setting',
    ),
  }),
);
