import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Kind, OperatorDefinition } from '@kubewright/runtime';

import { CommandError, getMessage } from '../report-error.ts';

/** Reads the CRDs of the imported kinds that an operator uses, as path → text. */
export function readForeignCrds(operator: OperatorDefinition): Readonly<Record<string, string>> {
  const files = new Set(listKinds(operator).flatMap(({ crdFile }) => crdFile?.href ?? []));
  return Object.fromEntries([...files].map((file) => [file, readCrd(fileURLToPath(file))]));
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
