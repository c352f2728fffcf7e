import type { DeclaredApi, DeclaredConversion, OperatorDeclaration } from '../../declaration/index.ts';

/** A kind whose objects the operator converts between its versions. */
export type ConvertedApi = DeclaredApi & { readonly conversion: DeclaredConversion };

/** Pure: the kinds that the operator converts. */
export function convertedApis({ apis }: OperatorDeclaration): readonly ConvertedApi[] {
  return apis.filter((api): api is ConvertedApi => api.conversion !== undefined);
}
