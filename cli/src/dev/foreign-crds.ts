import { readFileSync } from 'node:fs';

import type { Kind, OperatorDefinition } from '@kubewright/runtime';

/** The texts of the imported CRDs of the kinds that an operator names, by their files. */
export function readForeignCrds(operator: OperatorDefinition): Readonly<Record<string, string>> {
  const files = new Set(listKinds(operator).flatMap(({ crdFile }) => crdFile?.href ?? []));
  return Object.fromEntries([...files].map((file) => [file, readFileSync(new URL(file), 'utf8')]));
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
