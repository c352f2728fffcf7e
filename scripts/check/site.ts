/**
 * Builds the documentation site. The build fails on dead links and on pages without a place in the navigation. It is
 * skipped if no page has changed since the last successful build, because it takes half a minute of CPU time.
 * `docs.test.ts` checks links to other files, which may disappear meanwhile.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { listRepositoryFiles } from '../files.ts';
import { node, root, run } from '../run.ts';

const stamp = path.join(root, 'node_modules/.cache/site/built');

async function hashInputs(): Promise<string> {
  const files = (await listRepositoryFiles()).filter((file) => /\.md$|^site\/|^scripts\/check\/docs\.ts$/.test(file));
  const hash = createHash('sha256');
  for (const file of ['node_modules/vitepress/package.json', ...files])
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

async function main(): Promise<boolean> {
  const inputs = await hashInputs();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return true;
  const { ok, output } = await run(node('site', 'node_modules/vitepress/bin/vitepress.js', 'build', 'site'));
  if (!ok) console.log(output);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, ok ? inputs : '');
  return ok;
}

process.exitCode = (await main()) ? 0 : 1;
