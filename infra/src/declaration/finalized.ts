import type { DeclaredApi, OperatorDeclaration } from './declaration.ts';

/** The kinds whose resources get a finalizer of the operator. @param running names of the controllers that run; all by default */
export function finalizedApis({ apis, controllers }: OperatorDeclaration, running?: readonly string[]): DeclaredApi[] {
  const finalizing = controllers.filter(
    ({ name, finalizer }) => finalizer !== undefined && (running?.includes(name) ?? true),
  );
  return apis.filter((api) => finalizing.some(({ for: { group, kind } }) => group === api.group && kind === api.kind));
}
