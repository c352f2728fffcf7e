import type { k8s } from 'cdk8s-plus-28';

import type { PolicyRule } from '../../declaration/index.ts';

/** Rules, who gets them, and by which name. */
export interface RoleGrant {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly subject: k8s.Subject;
  readonly rules: readonly PolicyRule[];
}
