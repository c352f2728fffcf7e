import { type Shape, text } from '../../shape/index.ts';

/** https://prometheus.io/docs/prometheus/latest/configuration/configuration/#configuration-file */
export const prometheusDuration = (example: string): Shape =>
  text(`a duration of Prometheus, such as ${example}`, /^(\d+(ms|[smhdwy]))+$/);

export const runbooksUrl = text('the URL of a folder', /^https?:\/\//);
