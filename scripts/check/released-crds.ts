/**
 * Compares our CRDs with those of the last release, and fails if a breaking change needs another version. `npm run
 * release:crds` passes `--write`, which makes our CRDs the released ones.
 */
import { compile } from '../compile.ts';
import { node, run } from '../run.ts';

const command = node(
  'crds',
  'infra/dist/crd-changes/main.js',
  'infra/released',
  'operator/crds',
  ...process.argv.slice(2),
);

process.exitCode = await compile(['infra']);
if (process.exitCode === 0) {
  const { ok, output } = await run(command);
  process.stdout.write(output);
  process.exitCode = ok ? 0 : 1;
}
