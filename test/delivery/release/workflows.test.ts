import { readFileSync } from 'node:fs';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { type OlmBundle, buildOurBundles, renderOurCatalog } from '@kubewright/infra/olm';

import { getPackageName, published } from '../../../scripts/release/artifacts.ts';
import { root } from '../../../scripts/run.ts';
import { ask } from '../../support/go-tools.ts';
import { findActionlint } from './actionlint.ts';
import { readYaml } from '../../support/read-yaml.ts';

interface WorkflowStep {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly WorkflowStep[] }>>;
}

const folder = path.join(root, '.github/workflows');
const files = ['ci.yml', 'docs.yml', 'nightly.yml', 'release.yml'];
const readText = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

function listSteps(file: string): readonly WorkflowStep[] {
  const [{ jobs }] = readYaml(readText(file)) as [Workflow];
  return Object.values(jobs).flatMap(({ steps }) => steps);
}

/** The shell scripts of a workflow. */
function listScripts(file: string): readonly string[] {
  return listSteps(file).flatMap(({ run }) => run ?? []);
}

describe.each(files)('the workflow %s', (file) => {
  let actionlint: string;

  beforeAll(async () => {
    actionlint = await findActionlint();
  });

  it('passes actionlint, which detects a wrong name', async () => {
    const lint = (text: string) => ask(actionlint, ['-no-color', '-stdin-filename', file, '-'], text);
    expect(await lint(readText(file))).toEqual({ code: 0, text: '' });
    const { code, text } = await lint(readText(file).replace('timeout-minutes', 'timeout-minute'));
    expect(code).toBe(1);
    expect(text).toContain('unexpected key "timeout-minute"');
  });

  it('refers to each action by the hash of a commit, with its version in a comment', () => {
    const uses = readText(file).match(/uses: .*/g) ?? [];
    expect(uses.length).toBeGreaterThan(3);
    expect(uses.filter((line) => !/^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  it('may write nothing by default, and leaves no credentials in a checkout', () => {
    const [{ permissions }] = readYaml(readText(file)) as [Workflow];
    expect(Object.values(permissions).filter((access) => access !== 'read')).toEqual([]);
    const checkouts = listSteps(file).filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(0);
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
  });

  it('runs scripts that a shell can parse, and that contain no expressions', async () => {
    for (const script of listScripts(file)) {
      expect(script).not.toContain('${{');
      expect(await ask('bash', ['-n'], script)).toEqual({ code: 0, text: '' });
    }
  });
});

it('the workflow of a release publishes each package after those that it depends on', () => {
  const [, names = ''] = /for file in ([^;]*); do/.exec(listScripts('release.yml').join('\n')) ?? [];
  expect(names.split(/[\s\\]+/).filter(Boolean)).toEqual(published.map(getPackageName));
});

it('the workflow of a release pushes the bundle of all operators under its name in the catalog', () => {
  const { package: name, version } = buildOurBundles().at(-1) as OlmBundle;
  const image = `ghcr.io/kubewright/${name}-bundle:v${version}`;
  expect([...renderOurCatalog().values()].join('\n')).toContain(`image: ${image}\n`);
  const pushed = image.replace('ghcr.io/kubewright', '$REGISTRY').replace(version, '$version');
  expect(listScripts('release.yml').join('\n')).toContain(
    `npm run image -- --olm "$PWD/olm/bundles/${name}/v$version" --push "${pushed}"`,
  );
});
