import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { problemKindInfo } from '@arethetypeswrong/core/problems';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

import { findPackedComplaints } from './packages.ts';

/** A problem that a tool reports about a packed package. */
export interface PackedProblem {
  /** The package, and its field, file, or entry point with its resolution: `@kubewright/infra node10 ./pulumi`. */
  readonly at: string;
  /** The tool's name for the kind of problem. */
  readonly kind: string;
  readonly message: string;
}

/** A problem that we accept, and the reason. */
export interface AcceptedProblem extends Pick<PackedProblem, 'kind'> {
  /** A prefix of the places (`PackedProblem.at`) in which the problem is accepted. */
  readonly at: string;
  readonly because: string;
}

/**
 * Finds the problems that publint (at any severity), Are The Types Wrong and our file rules report for a packed
 * package.
 */
export async function findPackedProblems(tarball: Uint8Array<ArrayBuffer>): Promise<readonly PackedProblem[]> {
  return [...(await findFieldProblems(tarball)), ...(await findTypeProblems(tarball)), ...findFileProblems(tarball)];
}

function findFileProblems(tarball: Uint8Array<ArrayBuffer>): readonly PackedProblem[] {
  const packed = createPackageFromTarballData(tarball);
  const above = `/node_modules/${packed.packageName}/`;
  const files = packed.listFiles().map((file) => file.replace(above, ''));
  return findPackedComplaints(files).map((message) => ({ at: packed.packageName, kind: 'files', message }));
}

async function findFieldProblems(tarball: Uint8Array<ArrayBuffer>): Promise<readonly PackedProblem[]> {
  const { messages, pkg } = await publint({ pack: { tarball: tarball.slice().buffer }, strict: true });
  return messages.map((message) => ({
    at: [String(pkg['name']), ...message.path].join(' '),
    kind: message.code,
    message: formatMessage(message, pkg, { color: false }) ?? '',
  }));
}

async function findTypeProblems(tarball: Uint8Array<ArrayBuffer>): Promise<readonly PackedProblem[]> {
  const analysis = await checkPackage(createPackageFromTarballData(tarball));
  if (analysis.types === false) {
    return [{ at: analysis.packageName, kind: 'NoTypes', message: 'the package has no types' }];
  }
  return analysis.problems.map((problem) => ({
    at: [analysis.packageName, ...getLocation(problem)].join(' '),
    kind: problem.kind,
    message: problemKindInfo[problem.kind].description,
  }));
}

/** Returns the module resolution with the entry point, or the file, that has the problem. */
function getLocation(problem: Problem): readonly string[] {
  if ('entrypoint' in problem) return [problem.resolutionKind, problem.entrypoint];
  if ('typesFileName' in problem) return [problem.typesFileName];
  return [problem.fileName];
}

/** Returns the problems that are not accepted, and the accepted ones that no longer exist. */
export function findUnaccepted(problems: readonly PackedProblem[], accepted: readonly AcceptedProblem[]): string[] {
  const isOne = (problem: PackedProblem) => (each: AcceptedProblem) =>
    each.kind === problem.kind && problem.at.startsWith(each.at);
  const open = problems.filter((problem) => !accepted.some(isOne(problem)));
  const stale = accepted.filter((each) => !problems.some((problem) => isOne(problem)(each)));
  return [
    ...open.map(({ at, kind, message }) => `${at}: ${kind}: ${message}`),
    ...stale.map(({ at, kind }) => `${at}: ${kind} no longer occurs: remove it from the accepted problems`),
  ];
}
