import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { compareCrds } from './compare-crds.ts';
import {
  type AcceptedChange,
  readAcceptedChanges,
  isNewSnapshot,
  computeNextBreakingVersion,
  readPackageVersion,
  readCrds,
  findRejectedChanges,
  readReleasedVersion,
  type VersionStep,
  writeSnapshot,
} from './release.ts';
import { formatChanges, type CrdChange } from './rules.ts';

const help = `Usage: kubewright-crd-changes [options] <released> <new>

Compares the CustomResourceDefinitions of the last release with new ones, and fails if a change breaks stored objects
or clients and the version does not announce it. A new major version announces it, and below 1.0 a new minor version.

  <released>, <new>   folders with YAML or JSON files, or such files

  --from <version>    the released version (default: that of release.json in <released>)
  --to <version>      the new version (default: that of the nearest package.json at <new> or above)
  --alpha-may-break   versions of an API such as v1alpha1 may break in any release
  --write             if no change is rejected, copy <new> to <released> as the released CRDs
  --help              print this

Breaking changes that release.json in <released> lists as "accepted" pass, and are printed with their reasons.

Exit code: 0 if no change is rejected, 1 if one is, 2 if the input is invalid.
`;

export type ExitCode = 0 | 1 | 2;

export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs the command with its arguments. Never throws. */
export function runCommand(args: readonly string[], { out, err }: Output): ExitCode {
  try {
    const input = parseInput(args);
    if (input === undefined) {
      out(help);
      return 0;
    }
    return isFirstSnapshot(input) ? takeSnapshot(input, out) : compare(input, out);
  } catch (error) {
    err(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

interface CommandInput extends VersionStep {
  readonly released: string;
  readonly next: string;
  readonly write: boolean;
  readonly accepted: readonly AcceptedChange[];
}

/** Parses the arguments; `undefined` for `--help`. Throws if they are invalid. */
function parseInput(args: readonly string[]): CommandInput | undefined {
  const { values, positionals } = parseCommandLine(args);
  if (values.help === true) return undefined;
  const [released, next, ...more] = positionals;
  if (released === undefined || next === undefined || more.length > 0) {
    throw new Error('name two files or folders: the released CRDs and the new CRDs; see --help');
  }
  return {
    ...{ released, next, write: values.write === true, alphaMayBreak: values['alpha-may-break'] === true },
    accepted: readAcceptedChanges(resolveFolder(released)),
    from: values.from ?? readReleasedVersion(resolveFolder(released)),
    to: values.to ?? readPackageVersion(resolveFolder(next)),
  };
}

function parseCommandLine(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ from: { type: 'string' }, to: { type: 'string' }, 'alpha-may-break': { type: 'boolean' } },
        ...{ write: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      },
      allowPositionals: true,
    });
  } catch (cause) {
    throw new Error(`${(cause as Error).message.split('. ', 1)[0] ?? ''}; see --help`, { cause });
  }
}

function resolveFolder(place: string): string {
  return existsSync(place) && !statSync(place).isDirectory() ? path.dirname(place) : place;
}

function isFirstSnapshot({ write, released }: CommandInput): boolean {
  return write && isNewSnapshot(released);
}

function compare(input: CommandInput, out: Output['out']): ExitCode {
  const changes = compareCrds(readCrds(input.released), readCrds(input.next));
  const rejected = findRejectedChanges(changes, input);
  if (changes.length > 0) out(`${formatChanges(changes)}\n`);
  for (const { crd, path: field, what, because } of input.accepted)
    out(`accepted    ${field === '' ? crd : `${crd} ${field}`}: ${what}\n  because: ${because}\n`);
  out(`${formatSummary(changes, rejected, input)}\n`);
  if (rejected.length > 0) return 1;
  return input.write ? takeSnapshot(input, out) : 0;
}

function formatSummary(
  changes: readonly CrdChange[],
  rejected: readonly CrdChange[],
  { from, to, accepted }: CommandInput,
): string {
  const breaking = changes.filter(({ verdict }) => verdict === 'breaking').length;
  const since = from ?? 'the released CRDs';
  const counts = `changes since ${since}: ${changes.length}, breaking: ${breaking}, rejected: ${rejected.length}`;
  if (rejected.length === 0 && breaking > accepted.length)
    return `${counts}: ${to ?? 'an alpha version'} may contain breaking changes`;
  if (rejected.length === 0) return counts;
  const next =
    from === undefined ? 'set --from and --to to the versions' : `release ${computeNextBreakingVersion(from)}`;
  return `${counts}\nFollow "instead", or ${next}.`;
}

function takeSnapshot({ released, next, to }: CommandInput, out: Output['out']): ExitCode {
  if (to === undefined) throw new Error('name the version to release: --to 1.4.2');
  const crds = readCrds(next);
  compareCrds([], crds);
  writeSnapshot(released, { from: next, version: to });
  out(`${released} now has the ${crds.length} CRDs of ${to}: commit it.\n`);
  return 0;
}
