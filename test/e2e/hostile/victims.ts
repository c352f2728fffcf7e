import * as apis from '../../../operator/src/apis/index.ts';
import { badDates, badSchedules, badTimeZones } from './texts.ts';

/** Any API of ours. */
export type OurApi = (typeof apis)[keyof typeof apis];

/** A kind that is sent bad input. */
export interface Victim {
  readonly api: OurApi;
  /** A valid spec, which each attack changes. It leads to few Pods, because there are many resources. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** Further values, by field, for fields of the spec whose text has a format. */
  readonly more?: Readonly<Record<string, readonly string[]>>;
  /** Reasons of `Ready=False` that are about the cluster and not about the resource. */
  readonly ofCluster: readonly string[];
}

/** Every kind of ours. */
export const victims: readonly Victim[] = [
  { api: apis.ImmortalContainer, spec: { image: 'example.com/immortal:1' }, ofCluster: ['PodNotReady'] },
  { api: apis.Echo, spec: { message: 'hello' }, ofCluster: ['Running'] },
  {
    api: apis.ScheduledEcho,
    spec: { message: 'hello', schedule: '0 0 29 2 *', suspend: true },
    more: { schedule: badSchedules, timeZone: badTimeZones },
    ofCluster: [],
  },
  { api: apis.WebServer, spec: { image: 'example.com/web:1', replicas: 0 }, ofCluster: ['NodePortTaken'] },
  { api: apis.Memcached, spec: { size: 0 }, ofCluster: [] },
  {
    api: apis.Pet,
    spec: { name: 'Rex', type: 'dog', birthday: '2020-02-29' },
    more: { birthday: badDates },
    ofCluster: [],
  },
];
