import { formatTag } from './git.ts';

export interface ReleaseResult {
  readonly version: string;
  readonly dryRun: boolean;
  readonly commit: string;
  /** The folder of the files, from the root of the repository. */
  readonly out: string;
}

/** The result of the release, and the next commands. */
export function formatNextCommands({ version, dryRun, commit, out }: ReleaseResult): string {
  const tag = formatTag(version);
  const verify = `  (cd ${out} && sha256sum --check --quiet SHA256SUMS)`;
  if (dryRun) {
    return `
The files of ${version} are in ${out}. This was a dry run: your branch and work tree are unchanged.

${verify}
  git show --stat ${commit}   # the release commit, which is on no branch
`;
  }
  return `
The files of ${version} are in ${out}, and your branch has the commit ${commit}. Nothing is pushed or published.

${verify}
  git show --stat               # what the release changes; to undo it: git reset --hard HEAD~1
  git tag --annotate ${tag} --message 'Release ${version}'
  git push --atomic origin HEAD ${tag}   # .github/workflows/release.yml publishes it

To publish by hand instead, see scripts/release/README.md.
`;
}
