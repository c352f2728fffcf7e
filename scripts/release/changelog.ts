import type { Commit } from './commits.ts';

/** The areas of a changelog section, and the files of each. */
const areas: readonly (readonly [title: string, path: RegExp])[] = [
  ['The runtime', /^operator\/runtime\//],
  ['The test kit', /^operator\/testing\//],
  ['Generators and images', /^operator\/(generate|image)\//],
  ['Our operators', /^operator\//],
  ['Constructs, charts and deployment', /^(infra|imports)\//],
];
const docs = 'Docs';
const page = /^(operator|infra|imports)\/.*\.md$|^README\.md$/;
const test = /\.(test|test-d|suite)\.ts$|(?<!^operator)\/(testing|fixtures)\//;
const generated =
  /^infra\/(manifests|released|docs\/reference)|^operator\/(declaration\.json|crds|dashboards|docs\/reference\/api-)|^imports\/.*\.ts$|\/generated\//;

export interface Release {
  readonly version: string;
  /** Date of the release, such as `2026-11-26`. */
  readonly date: string;
  readonly commits: readonly Commit[];
  /** Changes of the CRDs, from `formatChanges`. @default - none */
  readonly crds?: string;
}

const title = '# Changelog\n';

/** Adds a section at the top of a changelog. @param before '' for a new one */
export function addReleaseSection(before: string, release: Release): string {
  const sections = before === '' ? '' : before.slice(title.length);
  return `${title}\n${renderSection(release)}${sections}`;
}

/** The text below a version's heading; `undefined` if the changelog lacks the version. */
export function findNotes(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m);
  const found = sections.find((section) => section.startsWith(`${version} `));
  return found === undefined ? undefined : `${found.slice(found.indexOf('\n')).trim()}\n`;
}

function renderSection({ version, date, commits, crds = '' }: Release): string {
  const byArea = Map.groupBy(commits, findArea);
  const titles = [...areas.map(([name]) => name), docs].filter((name) => byArea.has(name));
  const lists = titles.map((name) => `### ${name}\n\n${(byArea.get(name) ?? []).map(formatCommit).join('\n')}\n`);
  const definitions = crds === '' ? [] : [`### CRDs\n\n\`\`\`text\n${crds.trim()}\n\`\`\`\n`];
  const others = byArea.get(undefined)?.length ?? 0;
  const rest = others === 0 ? [] : [`Commits that change only tests, tools and generated files: ${others}.\n`];
  return [`## ${version} (${date})\n`, ...lists, ...definitions, ...rest].join('\n');
}

/**
 * Returns the area that contains most of a commit's files; `undefined` if the commit changes only tests and generated
 * files.
 */
function findArea({ files }: Commit): string | undefined {
  const noticed = files.filter((file) => !test.test(file) && !generated.test(file));
  const sources = noticed.filter((file) => !page.test(file));
  const counts = areas.map(([name], index) => ({ name, count: sources.filter((file) => isIn(file, index)).length }));
  const most = Math.max(...counts.map(({ count }) => count));
  if (most > 0) return counts.find(({ count }) => count === most)?.name;
  return noticed.some((file) => page.test(file)) ? docs : undefined;
}

/** Whether an area is the first one that matches a file. */
function isIn(file: string, index: number): boolean {
  return areas.findIndex(([, path]) => path.test(file)) === index;
}

function formatCommit({ hash, subject, files }: Commit): string {
  const api = files.some((file) => /\/reference\/api-[^/]*\.md$/.test(file)) ? ' — changes the public API' : '';
  return `- ${subject.replaceAll(/[\\`*_<[]/g, String.raw`\$&`)} (\`${hash}\`)${api}`;
}
