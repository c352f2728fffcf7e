/**
 * What the API server itself checks and completes. `admission-policies.ts` has the construct, `policy-objects.ts` the
 * objects of one policy, `touched-namespaces.ts` where they hold.
 */
export { AdmissionPolicies, type AdmissionPoliciesProps } from './admission-policies.ts';
