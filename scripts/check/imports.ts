import { existsSync } from 'node:fs';
import path from 'node:path';

import { type ICruiseOptions, type ICruiseResult, cruise } from 'dependency-cruiser';

import { importRules } from './import-rules.ts';
import type { ImportRule } from './runtime-rules.ts';

export interface ImportViolation {
  readonly rule: ImportRule;
  readonly from: string;
  /** Path of the imported file; for a circular import, the paths of all its files. */
  readonly to: string;
}

const folders = [
  'operator/src',
  'operator/demo',
  'operator/declaration',
  'operator/runtime',
  'operator/control-plane',
  'operator/testing',
  'operator/generate',
  'infra',
  'cli',
  'imports',
  'test',
  'scripts',
];
const options: ICruiseOptions = {
  validate: true,
  ruleSet: {
    forbidden: importRules.map(({ name, from, to }) => ({ name, severity: 'error', from, to })),
  },
  tsPreCompilationDeps: true,
  doNotFollow: { path: ['node_modules', '/dist/', '/compiled/'] },
  exclude: {
    path: [
      '^operator/control-plane/(compiled|dist)/',
      '^[^/]+/(dist|node_modules)/.*\\.d\\.ts$',
      '^operator/[^/]+/(dist|node_modules)/.*\\.d\\.ts$',
    ],
  },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['@kubewright/source', 'import', 'require', 'node', 'default'],
  },
};

/** Finds the imports under `root` that break a rule of `import-rules.ts`, in the order of the files. */
export async function findImportViolations(root: string): Promise<ImportViolation[]> {
  const present = folders.filter((folder) => existsSync(path.join(root, folder)));
  const { output } = await cruise(present, { ...options, baseDir: root });
  return toViolations(output as ICruiseResult);
}

function toViolations(result: ICruiseResult): ImportViolation[] {
  return result.summary.violations.map((violation) => {
    const rule = importRules.find(({ name }) => name === violation.rule.name);
    if (rule === undefined) throw new Error(`dependency-cruiser reports an unknown rule: ${violation.rule.name}`);
    const to = violation.cycle?.map(({ name }) => name).join(' -> ') ?? violation.to;
    return { rule, from: violation.from, to };
  });
}

export function formatViolation({ rule, from, to }: ImportViolation): string {
  return `${from} imports ${to}\n  ${rule.name}. Instead: ${rule.instead}.`;
}

if (import.meta.main) {
  const violations = await findImportViolations(process.cwd());
  for (const violation of violations) console.log(formatViolation(violation));
  process.exitCode = violations.length === 0 ? 0 : 1;
}
