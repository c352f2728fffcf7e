import { JsonPatch } from 'cdk8s';
import type { PatchOperation } from '@kubewright/declaration';

/** Pure: the operation, as cdk8s has it. */
export function jsonPatchOf(operation: PatchOperation): JsonPatch {
  switch (operation.op) {
    case 'remove':
      return JsonPatch.remove(operation.path);
    case 'copy':
    case 'move':
      return JsonPatch[operation.op](operation.from, operation.path);
    default:
      return JsonPatch[operation.op](operation.path, operation.value);
  }
}
