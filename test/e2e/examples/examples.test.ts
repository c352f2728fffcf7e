import path from 'node:path';

import { describe, expect, inject, it } from 'vitest';

import { isChapter, isPage } from '../../../scripts/check/docs.ts';
import { type Example, parseExamples } from '../../../scripts/check/examples.ts';
import { listRepositoryFiles, readRepositoryText } from '../../../scripts/files.ts';
import { root } from '../../../scripts/run.ts';
import { type ExampleFolder, makeExampleFolder, type NodeResult } from './example-folder.ts';
import { writeGreetingProject } from './greeting-project.ts';
import { runUntilItServes } from './run-until-it-serves.ts';

/** Why some examples are compiled, but not run. Each key is a part of the example's text. */
const notRun: Readonly<Record<string, string>> = {
  '@kubewright/infra/pulumi': 'needs the engine of Pulumi: infra/src/pulumi runs the same on mocks',
  'registry.example/cafes': 'needs the image of a project: test/e2e/start runs it',
  '@kubewright/infra/olm': 'needs the declaration of a project: test/delivery/olm installs such bundles',
};

/** Pages whose examples form one project, and the test that runs it. */
const projects: Readonly<Record<string, string>> = { 'operator/docs/start.md': 'test/e2e/start/start.test.ts' };

const pages = (await listRepositoryFiles()).filter((file) => isPage(file) && !isChapter(file));
const examples = pages
  .filter((page) => !(page in projects))
  .flatMap((page) => parseExamples(readRepositoryText(page), page).map((example) => ({ ...example, page })));
const findReason = ({ text }: Example): string | undefined =>
  Object.entries(notRun).find(([part]) => text.includes(part))?.[1];
const run = examples.filter((example) => findReason(example) === undefined);
const formatTitle = ({ file }: Example): string => path.relative(root, file);

type PageExample = (typeof examples)[number];

const fileIn = ({ file, page }: PageExample): string => path.relative(path.join(root, page), file);

/** Runs an example together with the other files of its page, one of which it imports. */
async function runBesideOthers(example: PageExample, folder: ExampleFolder): Promise<NodeResult> {
  const files = examples.filter(({ page }) => page === example.page);
  await Promise.all(files.map((each) => folder.write(fileIn(each), each.text)));
  return folder.node(fileIn(example));
}

async function runExample(example: PageExample, folder: ExampleFolder): Promise<NodeResult> {
  const { text } = example;
  if (text.includes("'../../../runtime/")) {
    const recipe = 'operator/src/apis/example.com/v1/example.ts';
    await Promise.all([folder.link('operator/runtime/src'), folder.write(recipe, text)]);
    return folder.node(recipe);
  }
  if (text.includes("from './")) return runBesideOthers(example, folder);
  await folder.write('example.ts', text);
  if (text.includes('runOperator(')) {
    return runUntilItServes(['example.ts'], { folder: folder.path, kubeconfig: inject('kubeconfigPath') });
  }
  if (text.includes("'main.js'")) await writeGreetingProject(folder);
  if (!text.includes("from 'node:test'")) return folder.node('example.ts');
  const { ok, output } = await folder.node('--test', '--test-reporter=tap', 'example.ts');
  return { ok: ok && /^# pass [1-9]/m.test(output), output };
}

describe('each example of the pages', { timeout: 180_000 }, () => {
  it.each(run.map((example) => [formatTitle(example), example] as const))('runs: %s', async (_, example) => {
    await using folder = await makeExampleFolder();
    const { ok, output } = await runExample(example, folder);
    expect(ok, output).toBe(true);
  });

  it('is on one of these pages, if it is listed here as not run', () => {
    const left = examples.filter((example) => findReason(example) !== undefined).map(({ page }) => page);
    const pulumi = 'infra/docs/pulumi.md';
    expect(left.sort()).toEqual([
      'infra/docs/olm.md',
      pulumi,
      pulumi,
      pulumi,
      'operator/docs/testing-control-plane.md',
    ]);
  });

  it('is run by the test of its project, if it belongs to one', () => {
    for (const [page, test] of Object.entries(projects)) expect(readRepositoryText(test)).toContain(page);
  });
});
