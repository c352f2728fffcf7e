import { t } from '@kubewright/runtime';

/** The status fields of both versions. */
export const cafeStatus = { board: t.string({ description: 'The ConfigMap that guests read.' }) };
