/**
 * Parts of Kubernetes' own objects that users give as they are: `fields.json` has their fields, and `shape.ts` checks them.
 *
 * @module
 */
export { exactlyOneOf, kubernetesPatchShape, kubernetesShape } from './shape.ts';
