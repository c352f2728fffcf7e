import type { DeclaredController, OperatorDeclaration, PolicyRule } from '../../declaration/index.ts';
import { covers, type Right } from './right.ts';

/** Why a right is needed. */
export interface Reason {
  /** The kind whose controller needs it; the text is then what the controller does. @default - the text says it all */
  readonly who?: string;
  readonly text: string;
}

/**
 * Pure: the reasons of controllers. A declaration has their rules, not what they own, read or watch, so this is concluded
 * from the verbs: the runtime asks for `create` and `patch` exactly for what is owned.
 */
export function controllerReasons(
  right: Right,
  controllers: readonly DeclaredController[],
  { apis }: OperatorDeclaration,
): Reason[] {
  return controllers.flatMap((controller) => {
    const { group, kind } = controller.for;
    const api = apis.find((each) => each.group === group && each.kind === kind);
    const isItsOwn = right.group === group && right.resource === api?.plural;
    const rules = controller.rules.filter((rule) => covers(right, rule));
    return rules.flatMap((rule): Reason[] => (isItsOwn ? [ofItsOwn(right, rule)] : ofOthers(right, rule, kind)));
  });
}

function ofItsOwn({ subresource }: Right, { verbs }: PolicyRule): Reason {
  if (subresource === 'status') return { text: 'it reports there what it has found' };
  if (subresource === 'finalizers')
    return { text: 'owner references need it where clusters check them, as OpenShift does' };
  return { text: verbs.includes('patch') ? 'it reconciles them and keeps its finalizers there' : 'it reconciles them' };
}

function ofOthers({ resource }: Right, { verbs }: PolicyRule, who: string): Reason[] {
  const has = (...wanted: readonly string[]): boolean => wanted.every((verb) => verbs.includes(verb));
  const isEvents = resource === 'events';
  if (isEvents) return [{ text: 'it emits them' }, ...(has('list') ? [{ who, text: 'read' }] : [])];
  if (has('create', 'patch')) return [{ who, text: has('delete') ? 'own and delete' : 'own' }];
  if (verbs.length === 1 && has('delete')) return [{ who, text: 'replace owner references of' }];
  return [{ who, text: verbs.every((verb) => reading.includes(verb)) ? 'read' : 'use' }];
}

const reading = ['get', 'list', 'watch'];
