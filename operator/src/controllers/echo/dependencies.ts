import { defineDependencies, Job, owns, type ContextOf } from '@kubewright/runtime';
import type { Echo } from '../../apis/mmontes.io/v1alpha1/echo.ts';
import { echoSettings } from '../parts/echo-pod.ts';
import { jobEventsOf } from '../parts/failed-create.ts';
import { echoOf } from './failed-create.ts';

export const dependencies = defineDependencies({
  settings: echoSettings,
  owns: { jobs: owns(Job, { delete: true }) },
  watches: jobEventsOf(echoOf).watches,
});

export type Context = ContextOf<typeof Echo, typeof dependencies>;
