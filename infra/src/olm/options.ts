import { type PlainObject, textAt, textsAt } from '../objects/index.ts';
import type { OlmShownData } from '../options/index.ts';

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
