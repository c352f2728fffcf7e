import type { OperatorDeclaration } from '../declaration/index.ts';
import { type PlainObject, textAt, textsAt } from '../objects/index.ts';
import {
  anyDeclaration,
  anyObject,
  type Environment,
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

/** One version of an operator for the Operator Lifecycle Manager. */
export interface OlmBundleOptions extends OlmShownData {
  /** The operator. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /** Name of the package, which all versions share. @default - the operator's name */
  readonly package?: string;
  /** Version of the bundle, as semver. @default - the declaration's version */
  readonly version?: string;
  /**
   * What is deployed, as by the charts. Its namespace is only suggested: the user chooses one, and an OperatorGroup there
   * chooses the namespaces to serve. Its `namespaces`, samples and pet store are not for a bundle.
   */
  readonly environment: Environment;
  /** Name of the Deployment and of what belongs to it. @default - the operator's name */
  readonly name?: string;
  /** The bundle that this one replaces: its package and version, such as `zoo.v1.2.0`. @default - none */
  readonly replaces?: string;
  /** Bundles that an upgrade passes over. @default - none */
  readonly skips?: readonly string[];
  /**
   * The namespaces that an OperatorGroup may choose.
   *
   * @default - all modes; `AllNamespaces` alone for operators that cannot be limited: they have no setting WATCH_NAMESPACE,
   * serve a kind that lives in no namespace, or convert between versions
   */
  readonly installModes?: readonly OlmInstallMode[];
  /** Channels in which the bundle is; the first one is the default. @default ['alpha'] */
  readonly channels?: readonly string[];
  /** One object of each kind, for the forms of a console. @default - none, of which validators warn */
  readonly examples?: readonly PlainObject[];
  /**
   * Images that the operator deploys, by a name for each. Its own is added.
   *
   * @default - those in settings whose format is `image`, by the names of the settings
   */
  readonly relatedImages?: Readonly<Record<string, string>>;
}

/** The namespaces that an OperatorGroup chooses: its own, one other, several, or all. */
export type OlmInstallMode = 'OwnNamespace' | 'SingleNamespace' | 'MultiNamespace' | 'AllNamespaces';

/** What a console shows of an operator. `shownByPackage` reads some of it from a `package.json`. */
export interface OlmShownData {
  /** @default - the operator's name */
  readonly displayName?: string;
  /** In Markdown. @default - the declaration's description */
  readonly description?: string;
  /** Base64 of an image, and its type. @default - none */
  readonly icon?: { readonly data: string; readonly mediaType: string };
  /** @default - none */
  readonly keywords?: readonly string[];
  /** Links by their titles. @default - none */
  readonly links?: Readonly<Record<string, string>>;
  /** Addresses of people by their names. @default - none */
  readonly maintainers?: Readonly<Record<string, string>>;
  /** Who offers the operator. @default - named as the operator is shown */
  readonly provider?: { readonly name: string; readonly url?: string };
  /** @default 'alpha' */
  readonly maturity?: 'planning' | 'pre-alpha' | 'alpha' | 'beta' | 'stable' | 'mature' | 'inactive' | 'deprecated';
  /** How much the operator does by itself. @default 'Basic Install' */
  readonly capabilities?: OlmCapabilities;
  /** Such as `Database`, from the list of OperatorHub. @default - none */
  readonly categories?: readonly string[];
  /** The oldest version of Kubernetes, such as `1.30.0`. @default - any */
  readonly minKubeVersion?: string;
  /** Address of the sources. @default - none */
  readonly repository?: string;
  /** Names of kinds for people, by kind. @default - the kind */
  readonly kindNames?: Readonly<Record<string, string>>;
}

/** The levels of OperatorHub, each with those before it. */
export type OlmCapabilities = 'Basic Install' | 'Seamless Upgrades' | 'Full Lifecycle' | 'Deep Insights' | 'Auto Pilot';

/** A bundle in files. */
export interface OlmBundle {
  /** Name of the ClusterServiceVersion: package and version. */
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly channels: readonly string[];
  readonly clusterServiceVersion: ClusterServiceVersion;
  /** The objects of `manifests/` beside it: the definitions, and what OLM applies as it is. */
  readonly objects: readonly PlainObject[];
  /** What the charts deploy and a bundle cannot have, each with the reason. */
  readonly leftOut: readonly string[];
  /** The text of each file by its path in the folder of the bundle. */
  readonly files: ReadonlyMap<string, string>;
}

/** The manifest by which OLM installs an operator. */
export interface ClusterServiceVersion extends PlainObject {
  readonly metadata: { readonly name: string; readonly annotations: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

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
export const bundleSchema = object({
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

/**
 * Pure: what a `package.json` says of an operator: `author` is the maintainer and the provider, `repository` the sources,
 * `homepage` a link, `keywords` the keywords. What it does not say is left out.
 *
 * @param packageJson the parsed file
 * @see https://docs.npmjs.com/cli/configuring-npm/package-json
 */
export function shownByPackage(packageJson: unknown): OlmShownData {
  const { name, email, url } = authorIn(packageJson);
  const repository = repositoryIn(packageJson);
  const homepage = httpsIn(textAt(packageJson, 'homepage'));
  const links = { ...(homepage && { Home: homepage }), ...(repository && { Sources: repository }) };
  const keywords = textsAt(packageJson, 'keywords');
  return {
    ...(name && { provider: { name, ...(url && { url }) } }),
    ...(name && email && { maintainers: { [name]: email } }),
    ...(repository && { repository }),
    ...(Object.keys(links).length > 0 && { links }),
    ...(keywords.length > 0 && { keywords }),
  };
}

/** In either form: `Ada <ada@example.com> (https://example.com)`, or an object. */
function authorIn(packageJson: unknown): Readonly<Record<'name' | 'email' | 'url', string | undefined>> {
  const text = textAt(packageJson, 'author');
  const part = (pattern: RegExp, key: string): string | undefined =>
    text === undefined ? textAt(packageJson, `author.${key}`) : pattern.exec(text)?.[1]?.trim();
  const [name, email] = [part(/^([^<(]+)/, 'name'), part(/<([^>]+)>/, 'email')];
  return { name, email, url: httpsIn(part(/\(([^)]+)\)/, 'url')) };
}

/** `git+https://example.com/sources.git`, also as `{ url }`, or GitHub's `owner/name`. */
function repositoryIn(packageJson: unknown): string | undefined {
  const text = textAt(packageJson, 'repository') ?? textAt(packageJson, 'repository.url');
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(text ?? '');
  if (short !== null) return `https://github.com/${short[1] ?? ''}`;
  return httpsIn(text?.replace(/^git\+/, '').replace(/\.git$/, ''));
}

function httpsIn(text: string | undefined): string | undefined {
  return text?.startsWith('https://') === true ? text : undefined;
}
