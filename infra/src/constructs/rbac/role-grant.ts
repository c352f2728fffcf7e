import type { k8s } from 'cdk8s-plus-28';

import type { PolicyRule } from '../../declaration/index.ts';

/** Rules, the subject that gets them, and the name of the role and its binding. */
export interface RoleGrant {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly subject: k8s.Subject & { readonly namespace: string };
  readonly rules: readonly PolicyRule[];
}
