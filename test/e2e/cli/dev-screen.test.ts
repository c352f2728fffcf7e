import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { until } from '../../support/until.ts';
import { beginProject } from './project.ts';
import { TerminalText } from './terminal-text.ts';

describe('the screen of kubewright dev', { timeout: 180_000 }, () => {
  let project: Awaited<ReturnType<typeof beginProject>>;
  let terminal: ChildProcess;
  const shown = new TerminalText();

  beforeAll(async () => {
    project = await beginProject('coffee-shops');
    // High enough to see printed lines above the objects and reconciles.
    const command = 'stty cols 140 rows 60; exec kubewright dev';
    terminal = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
      ...{ cwd: project.folder, env: { ...project.env, TERM: 'xterm-256color' } },
    });
    terminal.stdout!.setEncoding('utf8').on('data', (text: string) => {
      shown.write(text);
    });
    await awaitShown(/✓ CoffeeShop default\/sample[^]*✓ Deployment sample/);
    const kubeconfig = 'node_modules/.cache/kubewright/cluster/admin.kubeconfig';
    project.env['KUBECONFIG'] = path.join(project.folder, kubeconfig);
  }, 300_000);

  afterAll(async () => {
    if (terminal.exitCode === null) {
      const exit = once(terminal, 'exit');
      terminal.stdin!.write('q');
      await exit;
    }
    await project[Symbol.asyncDispose]();
  });

  const awaitShown = (pattern: RegExp): Promise<unknown> =>
    until(`the screen shows ${String(pattern)}`, () => {
      if (!pattern.test(shown.text)) throw new Error(shown.text);
      return Promise.resolve(true);
    });

  const awaitNotShown = (pattern: RegExp): Promise<unknown> =>
    until(`the screen does not show ${String(pattern)}`, () => {
      if (pattern.test(shown.text)) throw new Error(shown.text);
      return Promise.resolve(true);
    });

  async function save(from: RegExp, to: string | ((found: string) => string)): Promise<void> {
    const file = path.join(project.folder, 'src/coffee-shop.ts');
    await writeFile(`${file}.new`, (await readFile(file, 'utf8')).replace(from, to as string));
    await rename(`${file}.new`, file);
  }

  it('shows the objects, the reconciles with their causes, and the keys', () => {
    const { text } = shown;
    expect(text).toMatch(/^Objects {2}Kubernetes v[\d.]+ on this machine, where most Pods are simulated$/m);
    expect(text).toMatch(/^ {2}\d\d:\d\d:\d\d ✓ default\/sample +\d+ ms .*← .*$/m);
    expect(text.trimEnd()).toMatch(/\nr restart {3}a apply samples {3}t run tests .* q quit$/);
  });

  it('names the field that kubectl has changed, and what the operator has written', async () => {
    await project.sh(`kubectl patch coffeeshop sample --type merge -p '{"spec":{"replicas":3}}'`);
    await awaitShown(/ms {2}Deployment: spec\.replicas.*\s+← spec\.replicas by kubectl-patch/);
  });

  it('names a field that two write against each other', async () => {
    for (let replicas = 4; replicas < 10; replicas += 1)
      await project.sh(`kubectl scale deployment sample --replicas=${String(replicas)}`);
    await awaitShown(/write loop: default\/sample wrote spec\.replicas of Deployment \d+ times .*by kubectl/);
  });

  it('prints an error once, with the line of the sources, until it is solved', async () => {
    await save(/async reconcile\(.*\n/, (line) => `${line}    if (name !== '') throw new TypeError('no tea');\n`);
    await awaitShown(/✗ CoffeeShop default\/sample {2}ReconcileError: no tea/);
    await awaitShown(/✗ default\/sample +\d+ ms ×\d/);
    const line =
      /default\/sample {2}reconcile failed: TypeError: no tea\n +at src\/coffee-shop\.ts:\d+:\d+ {2}if \(name !==/g;
    expect(shown.text.match(line)).toHaveLength(1);
    await save(/ +if \(name.*\n/, '');
    await awaitShown(/✓ CoffeeShop default\/sample/);
    await awaitNotShown(/no tea|✗/);
  });

  it('shows an error of the modules until a save solves it', async () => {
    await save(/$/, "throw new TypeError('no milk');\n");
    await awaitShown(/no milk[^]*the operator still runs your last working code/);
    await save(/throw new TypeError\('no milk.*\n/, '');
    await awaitNotShown(/no milk|still runs/);
  });

  it('says that the key r restarts the operator, and that it runs again', async () => {
    terminal.stdin!.write('r');
    await awaitShown(/restarting the operator\n[^]*the operator runs again\n[^]*\nObjects /);
  });

  it('gives the terminal to the tests, and draws itself again below their output', async () => {
    terminal.stdin!.write('t');
    await awaitShown(/running the tests\n[^]*pass 1\n[^]*the tests passed\n[^]*\nObjects /);
  });

  it('leaves the scrollback when it ends', async () => {
    const exit = once(terminal, 'exit');
    terminal.stdin!.write('q');
    expect(await exit).toEqual([0, null]);
    expect(shown.text).toMatch(/the tests passed[^]*kubewright {2}stopping\s*$/);
    expect(shown.text).not.toContain('Objects ');
  });
});
