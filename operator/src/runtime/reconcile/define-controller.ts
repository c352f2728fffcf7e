import type { Api } from '../api/index.ts';
import { type KubeObject, OperatorError, type TypeOf } from '../base/index.ts';
import type { Action } from './action.ts';
import type {
  ControllerDeclaration,
  OwnedKind,
  OwnedKinds,
  ReadKind,
  ReadKinds,
  WatchedKind,
  WatchedKinds,
} from './declaration.ts';
import { rulesOf, type PolicyRule } from './rules.ts';

/** A controller as the runtime runs it and as the generators read it. */
export interface ControllerDefinition {
  readonly name: string;
  readonly api: Api;
  readonly owns: Readonly<Record<string, OwnedKind>>;
  readonly reads: Readonly<Record<string, ReadKind>>;
  readonly watches: Readonly<Record<string, WatchedKind>>;
  /** What the controller does to the API server, and so what it must be granted: no more and no less. */
  readonly rules: readonly PolicyRule[];
  readonly reconcile: (object: KubeObject, context: Readonly<Record<string, unknown>>) => Promise<Action>;
}

type StatusOf<A> = A extends Api<infer _TSpec, infer TStatus> ? TStatus : never;

/**
 * Declares a controller of `api`. What it may do follows from `owns`, `reads` and `watches` alone: a handle that was not
 * declared does not compile, and the RBAC rules are made from the same words.
 *
 * Errors: `DECLARATION_INVALID` if a kind is owned twice, or the API itself is owned.
 */
/* eslint-disable @typescript-eslint/no-empty-object-type -- by default exactly nothing is declared */
export function defineController<
  A extends Api,
  const O extends OwnedKinds = {},
  const R extends ReadKinds = {},
  const W extends WatchedKinds = {},
>(api: A, declaration: ControllerDeclaration<TypeOf<A>, StatusOf<A>, O, R, W>): ControllerDefinition {
  /* eslint-enable @typescript-eslint/no-empty-object-type */
  const { owns = {}, reads = {}, watches = {} } = declaration as unknown as Partial<ControllerDefinition>;
  const name = declaration.name ?? kebabCase(api.kind);
  refuseDoubles(name, api, owns);
  return {
    name,
    api,
    owns,
    reads,
    watches,
    rules: rulesOf({ api, owns, reads, watches }),
    reconcile: (declaration as unknown as ControllerDefinition).reconcile,
  };
}

function refuseDoubles(name: string, api: Api, owns: Readonly<Record<string, OwnedKind>>): void {
  const seen = new Set([`${api.plural}.${api.group}`]);
  for (const [property, { kind }] of Object.entries(owns)) {
    const id = `${kind.plural}.${kind.group}`;
    if (seen.has(id)) {
      throw new OperatorError('DECLARATION_INVALID', `define the controller ${name}`, {
        hint: `owns.${property}: ${id} is declared twice; name each kind once`,
      });
    }
    seen.add(id);
  }
}

function kebabCase(kind: string): string {
  return kind.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}
