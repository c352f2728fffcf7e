/** Kubernetes objects as plain JSON, whatever made them. */
export { at, groupOf, identityOf, listAt, type PlainObject, textAt, textsAt, titleOf } from '@kubewright/declaration';
