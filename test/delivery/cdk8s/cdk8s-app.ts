import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { root } from '../../../scripts/run.ts';
import { openProject, type UserProject } from '../../support/user-project.ts';

const page = 'infra/docs/cdk8s-languages.md';

/** Writes the app of the documentation page in one language into a new folder, with this repository's CRDs. */
export async function createCdk8sApp(language: 'python' | 'go', file: string, command: string): Promise<UserProject> {
  const project = await openProject(await mkdtemp(path.join(tmpdir(), `cdk8s-${language}-`)));
  const at = (name: string): string => path.join(project.folder, name);
  const text = await readFile(path.join(root, page), 'utf8');
  await writeFile(at(file), findBlock(text, language));
  const config = { language, app: command, imports: ['importable-crds.yaml'] };
  await writeFile(at('cdk8s.yaml'), JSON.stringify(config));
  await cp(path.join(root, 'operator/importable/crds.yaml'), at('importable-crds.yaml'));
  const bin = path.join(root, 'node_modules/.bin');
  Object.assign(project.env, { PATH: `${project.env['PATH'] ?? ''}${path.delimiter}${bin}` });
  Object.assign(project.env, { CDK8S_CHECK_UPGRADE: 'false', GOWORK: 'off' });
  return project;
}

/** Returns the text of the page's only code block in a language. */
function findBlock(text: string, language: string): string {
  const [first, ...others] = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))];
  if (first?.[1] === undefined || others.length > 0)
    throw new Error(`${page} must have exactly one code block in ${language}`);
  return first[1];
}

/**
 * Writes the Go module of cdk8s into `cdk8s-go`, generated from the installed npm package with the tool of its
 * maintainers.
 */
export async function writeGoModule(project: UserProject): Promise<void> {
  const modules = path.join(root, 'node_modules');
  const generate = 'jsii-pacmak npm/cdk8s --targets go --code-only --no-npmignore --no-fingerprint';
  await project.sh(`mkdir npm && cp -r '${modules}/cdk8s' npm && ln -s '${modules}' npm/node_modules
    ${generate} --outdir "$PWD/generated" && mv generated/go/cdk8s cdk8s-go && rm -r npm generated`);
}
