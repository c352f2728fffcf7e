import type { PanelPlan, RowPlan, PanelMetric } from './expressions.ts';

/** The rows of every operator, from top to bottom. Omits metrics that the process does not register. */
export const rows: readonly RowPlan[] = [
  {
    title: 'Reconciles',
    panels: [
      panel('Reconciles by result', 'ops', [
        { metric: 'controller_runtime_reconcile_total', by: ['controller', 'result'] },
      ]),
      panel('Failures', 'ops', [
        { metric: 'controller_runtime_reconcile_errors_total', by: ['controller'], legend: 'failed' },
        { metric: 'controller_runtime_terminal_reconcile_errors_total', by: ['controller'], legend: 'terminal' },
        { metric: 'controller_runtime_reconcile_timeouts_total', by: ['controller'], legend: 'timed out' },
        { metric: 'controller_runtime_reconcile_panics_total', by: ['controller'], legend: 'uncaught errors' },
      ]),
      panel('Reconcile duration', 's', [{ metric: 'controller_runtime_reconcile_time_seconds', by: ['controller'] }]),
      panel('Workers', 'short', [
        { metric: 'controller_runtime_active_workers', by: ['controller'], legend: 'busy' },
        { metric: 'controller_runtime_max_concurrent_reconciles', by: ['controller'], legend: 'of', as: 'max' },
      ]),
    ],
  },
  {
    title: 'Queue',
    panels: [
      panel('Queue depth', 'short', [{ metric: 'workqueue_depth', by: ['controller'] }]),
      panel('Keys added and retried', 'ops', [
        { metric: 'workqueue_adds_total', by: ['controller'], legend: 'added' },
        { metric: 'workqueue_retries_total', by: ['controller'], legend: 'retried' },
      ]),
      panel('Time in queue', 's', [{ metric: 'workqueue_queue_duration_seconds', by: ['controller'] }]),
      panel('Time per key', 's', [{ metric: 'workqueue_work_duration_seconds', by: ['controller'] }]),
      panel('Unfinished work', 's', [{ metric: 'workqueue_unfinished_work_seconds', by: ['controller'] }]),
      panel('Longest running reconcile', 's', [
        { metric: 'workqueue_longest_running_processor_seconds', by: ['controller'], as: 'max' },
      ]),
    ],
  },
  {
    title: 'API requests',
    panels: [
      panel('API requests by method and status', 'reqps', [
        { metric: 'rest_client_requests_total', by: ['method', 'code'] },
      ]),
      panel('Failed API requests', 'reqps', [
        { metric: 'rest_client_requests_total', by: ['method', 'code'], only: 'code!~"2.."' },
      ]),
      panel('API request latency', 's', [{ metric: 'rest_client_request_duration_seconds', by: ['verb'] }]),
      panel('API retries', 'reqps', [{ metric: 'rest_client_request_retries_total', by: ['verb', 'code'] }]),
      panel('Request size', 'bytes', [{ metric: 'rest_client_request_size_bytes', by: ['verb'] }]),
      panel('Response size', 'bytes', [{ metric: 'rest_client_response_size_bytes', by: ['verb'] }]),
    ],
  },
  {
    title: 'Webhooks',
    panels: [
      panel('Webhook requests by status', 'reqps', [
        { metric: 'controller_runtime_webhook_requests_total', by: ['webhook', 'code'] },
      ]),
      panel('Webhook latency', 's', [{ metric: 'controller_runtime_webhook_latency_seconds', by: ['webhook'] }]),
      panel('Webhook requests in flight', 'short', [
        { metric: 'controller_runtime_webhook_requests_in_flight', by: ['webhook'] },
      ]),
      panel('Webhook errors', 'ops', [{ metric: 'controller_runtime_webhook_panics_total', by: ['pod'] }]),
    ],
  },
  {
    title: 'Versions',
    panels: [
      panel('Converted objects', 'ops', [{ metric: 'conversion_objects_total', by: ['conversion'] }]),
      panel('Failed conversions', 'ops', [
        { metric: 'conversion_failures_total', by: ['conversion', 'reason'] },
        { metric: 'controller_runtime_conversion_webhook_panics_total', by: ['pod'], legend: 'uncaught errors' },
      ]),
      panel('Objects left to migrate', 'short', [
        { metric: 'storage_migration_objects_left', by: ['conversion'], as: 'max' },
      ]),
      panel('Migrated objects', 'ops', [{ metric: 'storage_migration_objects_total', by: ['conversion'] }]),
    ],
  },
  {
    title: 'Caches and certificates',
    panels: [
      panel('Cache sync timeouts', 'ops', [{ metric: 'cache_sync_timeouts_total', by: ['kind'] }]),
      panel('Certificate reads', 'ops', [
        { metric: 'certwatcher_read_certificate_total', by: ['pod'], legend: 'read' },
        { metric: 'certwatcher_read_certificate_errors_total', by: ['pod'], legend: 'failed' },
      ]),
    ],
  },
  {
    title: 'Leader',
    panels: [
      panel('Leader', 'bool', [{ metric: 'leader_election_master_status', by: ['name', 'pod'], as: 'max' }]),
      panel('Lease renewals that had to read the Lease', 'ops', [
        { metric: 'leader_election_slowpath_total', by: ['name', 'pod'] },
      ]),
    ],
  },
  {
    title: 'Process',
    panels: [
      panel('CPU', 'percentunit', [
        { metric: 'process_cpu_seconds_total', by: ['pod'] },
        { metric: 'process_cpu_user_seconds_total', by: ['pod'], legend: 'user' },
        { metric: 'process_cpu_system_seconds_total', by: ['pod'], legend: 'system' },
      ]),
      panel('Memory', 'bytes', [
        { metric: 'process_resident_memory_bytes', by: ['pod'], legend: 'resident' },
        { metric: 'nodejs_heap_size_total_bytes', by: ['pod'], legend: 'heap' },
        { metric: 'nodejs_heap_size_used_bytes', by: ['pod'], legend: 'heap in use' },
        { metric: 'nodejs_external_memory_bytes', by: ['pod'], legend: 'outside the heap' },
      ]),
      panel('Heap in use, by space', 'bytes', [{ metric: 'nodejs_heap_space_size_used_bytes', by: ['pod', 'space'] }]),
      panel('Event loop lag', 's', [
        { metric: 'nodejs_eventloop_lag_mean_seconds', by: ['pod'], legend: 'mean', as: 'max' },
        { metric: 'nodejs_eventloop_lag_p50_seconds', by: ['pod'], legend: 'p50', as: 'max' },
        { metric: 'nodejs_eventloop_lag_p90_seconds', by: ['pod'], legend: 'p90', as: 'max' },
        { metric: 'nodejs_eventloop_lag_p99_seconds', by: ['pod'], legend: 'p99', as: 'max' },
      ]),
      panel('Time in garbage collection', 'percentunit', [
        { metric: 'nodejs_gc_duration_seconds', by: ['pod', 'kind'], as: 'busy' },
      ]),
      panel('Event loop handles, requests and resources', 'short', [
        { metric: 'nodejs_active_handles', by: ['pod', 'type'], legend: 'handle' },
        { metric: 'nodejs_active_requests', by: ['pod', 'type'], legend: 'request' },
        { metric: 'nodejs_active_resources', by: ['pod', 'type'], legend: 'resource' },
      ]),
      panel('Uptime', 's', [{ metric: 'process_start_time_seconds', by: ['pod'], as: 'age' }]),
    ],
  },
];

function panel(title: string, unit: PanelPlan['unit'], shows: readonly PanelMetric[]): PanelPlan {
  return { title, unit, shows };
}
