import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Kind, OperatorDefinition } from '@kubewright/runtime';

import { CommandError, getMessage } from '../report-error.ts';

/** The CRDs of the imported kinds that an operator uses. */
export interface ForeignCrds {
  /** The CRDs to install, as URL → text. */
  readonly crds: Readonly<Record<string, string>>;
  /** Paths of the CRDs of the kinds that must not be installed. */
  readonly notInstalled: readonly string[];
}

/** @param notInstalled names of kinds, such as `Certificate`. Throws if the operator does not use one of them. */
export function readForeignCrds(operator: OperatorDefinition, notInstalled: readonly string[] = []): ForeignCrds {
  const kinds = listKinds(operator).filter(({ crdFile }) => crdFile !== undefined);
  const names = [...new Set(kinds.map(({ kind }) => kind))];
  const unknown = notInstalled.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const hint = `the operator does not use an imported kind of this name, only: ${names.join(', ') || 'none'}`;
    throw new CommandError(`run without ${unknown}`, hint);
  }
  const listFiles = (isInstalled: boolean): readonly string[] => {
    const selected = kinds.filter(({ kind }) => notInstalled.includes(kind) !== isInstalled);
    return [...new Set(selected.map(({ crdFile }) => String(crdFile)))];
  };
  return {
    crds: Object.fromEntries(listFiles(true).map((file) => [file, readCrd(fileURLToPath(file))])),
    notInstalled: listFiles(false).map((file) => fileURLToPath(file)),
  };
}

/** Checks the file here, because an error of kubectl would not name it. */
function readCrd(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    JSON.parse(text);
    return text;
  } catch (cause) {
    const hint = `${getMessage(cause)}: restore it, or delete it and run \`kubewright import\` with the source of its kind`;
    throw new CommandError(`read the CRD ${file}`, hint, cause);
  }
}

function listKinds({ controllers, webhooks = [] }: OperatorDefinition): readonly Kind[] {
  const ofControllers = controllers.flatMap(({ api, owns, reads, watches, edits }) => [
    api,
    ...[owns, reads, watches, edits].flatMap((each) => Object.values<{ readonly kind: Kind }>(each)).map(getKind),
  ]);
  return [...ofControllers, ...webhooks.flatMap(({ kind, reads }) => [kind, ...Object.values(reads)])];
}

function getKind({ kind }: { readonly kind: Kind }): Kind {
  return kind;
}
