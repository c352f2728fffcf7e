import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it, vi } from 'vitest';

import { useTemporaryFolder } from '../../operator/control-plane/fixtures/temporary-folder.ts';
import { writeRendered } from './write-rendered.ts';

let folder: string;
useTemporaryFolder((path) => void (folder = path));

const rendered = {
  files: new Map([['out/a.yaml', 'a: 1\n']]),
  owned: ['out'],
  archives: new Map([['a.tgz', Buffer.from('packed')]]),
  notes: ['install it'],
};

/** What the command prints, and whether it succeeds. */
async function write(flags: { check?: boolean; json?: boolean } = {}): Promise<{ printed: string; ok: boolean }> {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  try {
    const ok = await writeRendered(folder, rendered, { ...flags, command: 'kubewright synth' });
    return { printed: lines.join('\n'), ok };
  } finally {
    log.mockRestore();
  }
}

describe('generated files', () => {
  it('are written, with what has changed, and files that are no longer generated are deleted', async () => {
    mkdirSync(path.join(folder, 'out'));
    writeFileSync(path.join(folder, 'out/old.yaml'), '');
    expect(await write()).toEqual({
      printed: 'wrote out/a.yaml\nwrote a.tgz\ndeleted out/old.yaml\ninstall it',
      ok: true,
    });
    expect(readFileSync(path.join(folder, 'a.tgz'), 'utf8')).toBe('packed');
    expect(existsSync(path.join(folder, 'out/old.yaml'))).toBe(false);
    expect(await write()).toEqual({ printed: 'all generated files are up to date\ninstall it', ok: true });
  });

  it('are only compared with --check, which fails if one is outdated', async () => {
    expect(await write({ check: true })).toEqual({
      printed: 'outdated: out/a.yaml\noutdated: a.tgz\nrun `kubewright synth` and commit the result\ninstall it',
      ok: false,
    });
    expect(existsSync(path.join(folder, 'out'))).toBe(false);
    await write();
    expect((await write({ check: true })).ok).toBe(true);
  });

  it('are listed as JSON with --json', async () => {
    expect(JSON.parse((await write({ json: true })).printed)).toEqual({
      changed: ['out/a.yaml', 'a.tgz'],
      deleted: [],
    });
  });
});
