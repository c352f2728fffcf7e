import { execFileSync, spawnSync } from 'node:child_process';

import { Argument, Command } from 'commander';
import { describe, expect, it } from 'vitest';

import { listCommands } from './commands.ts';
import { buildScript } from './scripts.ts';

const program = new Command('shop').option('--project <folder>', "the project's folder");
program
  .command('dev')
  .description("Runs it: isn't it?")
  .option('--context <name>', 'a cluster')
  .option('--inspect [port]');
const packages = program.command('package').description('Packages it.');
packages.command('helm').option('--check', 'write nothing');
packages.command('olm');
program.command('rate').addArgument(new Argument('<stars>').choices(['one', 'two']));
const commands = listCommands(program);

it('the commands are those of the help, at any depth', () => {
  expect(commands.map(({ path, words }) => [path, words.map(({ word }) => word)])).toEqual([
    ['', ['dev', 'package', 'rate', '--project', '--help']],
    ['/dev', ['--context', '--inspect', '--help']],
    ['/package', ['helm', 'olm', '--help']],
    ['/package/helm', ['--check', '--help']],
    ['/package/olm', ['--help']],
    ['/rate', ['one', 'two', '--help']],
    ['/rate/one', ['--help']],
    ['/rate/two', ['--help']],
  ]);
});

const cases: readonly (readonly [line: string, completed: readonly string[]])[] = [
  ['shop ', ['dev', 'package', 'rate']],
  ['shop pa', ['package']],
  ['shop --p', ['--project']],
  ['shop package ', ['helm', 'olm']],
  ['shop package helm --', ['--check', '--help']],
  ['shop --project x dev --', ['--context', '--help', '--inspect']],
  ['shop dev --context de', []],
  ['shop package olm fil', []],
  ['shop rate ', ['one', 'two']],
  ['shop rate t', ['two']],
  ['shop rate one ', []],
  ['shop rate one --', ['--help']],
];

describe('bash', () => {
  it.each(cases)('completes "%s" with %j, and otherwise files', (line, completed) => {
    const words = line.split(' ');
    const input = `
      enable -n mapfile # bash 3.2 of macOS does not have it
      ${buildScript('bash', 'shop', commands)}
      COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}
      _shop
      printf '%s\\n' "\${COMPREPLY[@]}"
      complete -p shop >&2`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', input], { encoding: 'utf8' });
    expect(stdout.trim().split('\n').filter(Boolean).sort()).toEqual(completed);
    expect(stderr).toBe('complete -o default -F _shop shop\n');
  });
});

/** A shell that this machine may not have. */
const findShell = (shell: string): readonly string[] => (spawnSync(shell, ['-c', 'exit']).status === 0 ? [shell] : []);

describe.each(findShell('zsh'))('%s', (shell) => {
  it.each(cases)('completes "%s" with %j, and otherwise files', (line, completed) => {
    const words = line.split(' ');
    const input = `
      compdef() { :; }
      _files() { :; }
      _describe() { print -l -- "\${(@)\${(P)2}%%:*}"; }
      ${buildScript('zsh', 'shop', commands)}
      words=(${words.map((word) => `'${word}'`).join(' ')}) CURRENT=${words.length} PREFIX='${words.at(-1) ?? ''}'
      _shop`;
    const printed = execFileSync(shell, ['-f', '-c', input], { encoding: 'utf8' });
    // zsh itself selects the words with the prefix.
    const selected = printed.split('\n').filter((word) => word !== '' && word.startsWith(words.at(-1) ?? ''));
    expect(selected.sort()).toEqual(completed);
  });
});

describe.each(findShell('fish'))('%s', (shell) => {
  it.each(cases)('completes "%s" with %j', (line, completed) => {
    const input = `${buildScript('fish', 'shop', commands)}\ncomplete -C '${line}'`;
    const printed = execFileSync(shell, ['--no-config', '-c', input], { encoding: 'utf8' });
    const words = printed.split('\n').map((text) => text.split('\t')[0]);
    expect(words).toEqual(expect.arrayContaining([...completed]));
  });
});
