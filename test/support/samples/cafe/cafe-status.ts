import { t } from '@kubewright/runtime';

/** The status fields that v1 and v2 have in common. */
export const cafeStatus = { board: t.string({ description: 'The ConfigMap that guests read.' }) };
