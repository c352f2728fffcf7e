/** The units that are deployed apart and in this order: `crds.ts`, `operator.ts`, `samples.ts`. */
export { CrdsChart } from './crds.ts';
export { OperatorChart } from './operator.ts';
export { type OperatorChartProps } from './props.ts';
export { SamplesChart, type SamplesChartProps } from './samples.ts';
