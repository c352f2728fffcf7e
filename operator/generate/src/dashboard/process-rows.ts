import type { RowPlan } from './expressions.ts';

const pod = ['pod'] as const;

/** The metrics of Node and of the system for each process. */
export const processRow: RowPlan = {
  title: 'Process',
  panels: [
    {
      title: 'CPU',
      unit: 'percentunit',
      shows: [
        { metric: 'process_cpu_seconds_total', by: pod },
        { metric: 'process_cpu_user_seconds_total', by: pod, legend: 'user' },
        { metric: 'process_cpu_system_seconds_total', by: pod, legend: 'system' },
      ],
    },
    {
      title: 'Memory',
      unit: 'bytes',
      shows: [
        { metric: 'process_resident_memory_bytes', by: pod, legend: 'resident' },
        { metric: 'nodejs_heap_size_total_bytes', by: pod, legend: 'heap' },
        { metric: 'nodejs_heap_size_used_bytes', by: pod, legend: 'heap in use' },
        { metric: 'nodejs_external_memory_bytes', by: pod, legend: 'outside of the heap' },
      ],
    },
    {
      title: 'Heap in use, by space',
      unit: 'bytes',
      shows: [{ metric: 'nodejs_heap_space_size_used_bytes', by: ['pod', 'space'] }],
    },
    {
      title: 'Lag of the event loop',
      unit: 's',
      shows: [
        { metric: 'nodejs_eventloop_lag_mean_seconds', by: pod, legend: 'mean', as: 'max' },
        { metric: 'nodejs_eventloop_lag_p50_seconds', by: pod, legend: 'p50', as: 'max' },
        { metric: 'nodejs_eventloop_lag_p90_seconds', by: pod, legend: 'p90', as: 'max' },
        { metric: 'nodejs_eventloop_lag_p99_seconds', by: pod, legend: 'p99', as: 'max' },
      ],
    },
    {
      title: 'Share of time spent on garbage collection',
      unit: 'percentunit',
      shows: [{ metric: 'nodejs_gc_duration_seconds', by: ['pod', 'kind'], as: 'busy' }],
    },
    {
      title: 'Handles, requests and resources of the event loop',
      unit: 'short',
      shows: [
        { metric: 'nodejs_active_handles', by: ['pod', 'type'], legend: 'handle' },
        { metric: 'nodejs_active_requests', by: ['pod', 'type'], legend: 'request' },
        { metric: 'nodejs_active_resources', by: ['pod', 'type'], legend: 'resource' },
      ],
    },
    {
      title: 'Time since the start',
      unit: 's',
      shows: [{ metric: 'process_start_time_seconds', by: pod, as: 'age' }],
    },
  ],
};
