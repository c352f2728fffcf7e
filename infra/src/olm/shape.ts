import {
  anyDeclaration,
  anyObject,
  environmentGroup,
  installationName,
  label,
  list,
  map,
  object,
  oneOf,
  optional,
  text,
} from '../options/index.ts';

const semver = text('a version such as 1.2.3, by semver', /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/);
const bundleName = text('the name of a bundle, such as zoo.v1.2.0', /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/);
const address = text('an address that begins with https://', /^https:\/\/\S+$/);
const base64 = text('an image in base64', /^[A-Za-z0-9+/]+={0,2}$/);
const email = text('an address of e-mail', /^\S+@\S+\.\S+$/);

const shownData = {
  displayName: text(),
  description: text('a string that is not empty', /\S/),
  icon: object({
    data: base64,
    mediaType: oneOf('image/svg+xml', 'image/png', 'image/jpeg', 'image/gif'),
  }),
  keywords: list(text()),
  links: map(address),
  maturity: oneOf('planning', 'pre-alpha', 'alpha', 'beta', 'stable', 'mature', 'inactive', 'deprecated'),
  capabilities: oneOf('Basic Install', 'Seamless Upgrades', 'Full Lifecycle', 'Deep Insights', 'Auto Pilot'),
  categories: list(text()),
  minKubeVersion: text('a version of Kubernetes such as 1.30.0', /^\d+\.\d+\.\d+$/),
  repository: address,
  kindNames: map(text()),
  maintainers: map(email),
  provider: object({ name: text(), ...optional({ url: address }) }),
};

/** As `OlmBundleOptions` says. */
export const bundleShape = object({
  environment: environmentGroup,
  ...optional({
    ...shownData,
    declaration: anyDeclaration,
    package: label,
    version: semver,
    name: installationName,
    replaces: bundleName,
    skips: list(bundleName),
    installModes: list(oneOf('OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'), { minimum: 1 }),
    channels: list(label, { minimum: 1 }),
    examples: list(anyObject('an object of Kubernetes')),
    relatedImages: map(text()),
  }),
});
