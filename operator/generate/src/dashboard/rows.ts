import type { RowPlan } from './expressions.ts';
import { processRow } from './process-rows.ts';

const controller = ['controller'] as const;

const reconciles: RowPlan = {
  title: 'Reconciles',
  panels: [
    {
      title: 'Reconciles by result',
      unit: 'ops',
      shows: [{ metric: 'controller_runtime_reconcile_total', by: ['controller', 'result'] }],
    },
    {
      title: 'Failures',
      unit: 'ops',
      shows: [
        { metric: 'controller_runtime_reconcile_errors_total', by: controller, legend: 'failed' },
        { metric: 'controller_runtime_terminal_reconcile_errors_total', by: controller, legend: 'given up' },
        { metric: 'controller_runtime_reconcile_timeouts_total', by: controller, legend: 'timed out' },
        { metric: 'controller_runtime_reconcile_panics_total', by: controller, legend: 'defects' },
      ],
    },
    {
      title: 'Duration of reconciles',
      unit: 's',
      shows: [{ metric: 'controller_runtime_reconcile_time_seconds', by: controller }],
    },
    {
      title: 'Workers',
      unit: 'short',
      shows: [
        { metric: 'controller_runtime_active_workers', by: controller, legend: 'busy' },
        { metric: 'controller_runtime_max_concurrent_reconciles', by: controller, legend: 'of', as: 'max' },
      ],
    },
  ],
};

const queue: RowPlan = {
  title: 'Queue',
  panels: [
    { title: 'Keys that wait', unit: 'short', shows: [{ metric: 'workqueue_depth', by: controller }] },
    {
      title: 'Keys that become due, and retries',
      unit: 'ops',
      shows: [
        { metric: 'workqueue_adds_total', by: controller, legend: 'due' },
        { metric: 'workqueue_retries_total', by: controller, legend: 'retried' },
      ],
    },
    { title: 'Wait in the queue', unit: 's', shows: [{ metric: 'workqueue_queue_duration_seconds', by: controller }] },
    { title: 'Work on a key', unit: 's', shows: [{ metric: 'workqueue_work_duration_seconds', by: controller }] },
    {
      title: 'Unfinished work',
      unit: 's',
      shows: [{ metric: 'workqueue_unfinished_work_seconds', by: controller }],
    },
    {
      title: 'Longest running reconcile',
      unit: 's',
      shows: [{ metric: 'workqueue_longest_running_processor_seconds', by: controller, as: 'max' }],
    },
  ],
};

const apiCalls: RowPlan = {
  title: 'Calls to the API server',
  panels: [
    {
      title: 'Calls by method and status',
      unit: 'reqps',
      shows: [{ metric: 'rest_client_requests_total', by: ['method', 'code'] }],
    },
    {
      title: 'Calls that failed',
      unit: 'reqps',
      shows: [{ metric: 'rest_client_requests_total', by: ['method', 'code'], only: 'code!~"2.."' }],
    },
    {
      title: 'Time until the answer',
      unit: 's',
      shows: [{ metric: 'rest_client_request_duration_seconds', by: ['verb'] }],
    },
    {
      title: 'Calls that were sent once more',
      unit: 'reqps',
      shows: [{ metric: 'rest_client_request_retries_total', by: ['verb', 'code'] }],
    },
    {
      title: 'Size of what is sent',
      unit: 'bytes',
      shows: [{ metric: 'rest_client_request_size_bytes', by: ['verb'] }],
    },
    {
      title: 'Size of the answers',
      unit: 'bytes',
      shows: [{ metric: 'rest_client_response_size_bytes', by: ['verb'] }],
    },
  ],
};

const webhooks: RowPlan = {
  title: 'Webhooks',
  panels: [
    {
      title: 'Requests by status',
      unit: 'reqps',
      shows: [{ metric: 'controller_runtime_webhook_requests_total', by: ['webhook', 'code'] }],
    },
    {
      title: 'Time until the answer',
      unit: 's',
      shows: [{ metric: 'controller_runtime_webhook_latency_seconds', by: ['webhook'] }],
    },
    {
      title: 'Requests that are not answered yet',
      unit: 'short',
      shows: [{ metric: 'controller_runtime_webhook_requests_in_flight', by: ['webhook'] }],
    },
    {
      title: 'Functions that threw',
      unit: 'ops',
      shows: [{ metric: 'controller_runtime_webhook_panics_total', by: ['pod'] }],
    },
  ],
};

const conversions: RowPlan = {
  title: 'Versions',
  panels: [
    {
      title: 'Objects that are converted',
      unit: 'ops',
      shows: [{ metric: 'conversion_objects_total', by: ['conversion'] }],
    },
    {
      title: 'Conversions that failed',
      unit: 'ops',
      shows: [
        { metric: 'conversion_failures_total', by: ['conversion', 'reason'] },
        { metric: 'controller_runtime_conversion_webhook_panics_total', by: ['pod'], legend: 'defects' },
      ],
    },
    {
      title: 'Objects that are still to be stored anew',
      unit: 'short',
      shows: [{ metric: 'storage_migration_objects_left', by: ['conversion'], as: 'max' }],
    },
    {
      title: 'Objects that are stored anew',
      unit: 'ops',
      shows: [{ metric: 'storage_migration_objects_total', by: ['conversion'] }],
    },
  ],
};

const caches: RowPlan = {
  title: 'Caches and certificates',
  panels: [
    {
      title: 'Caches that were not filled in time',
      unit: 'ops',
      shows: [{ metric: 'cache_sync_timeouts_total', by: ['kind'] }],
    },
    {
      title: 'Reads of certificates',
      unit: 'ops',
      shows: [
        { metric: 'certwatcher_read_certificate_total', by: ['pod'], legend: 'read' },
        { metric: 'certwatcher_read_certificate_errors_total', by: ['pod'], legend: 'failed' },
      ],
    },
  ],
};

const leader: RowPlan = {
  title: 'Leader',
  panels: [
    {
      title: 'Who leads',
      unit: 'bool',
      shows: [{ metric: 'leader_election_master_status', by: ['name', 'pod'], as: 'max' }],
    },
    {
      title: 'Renewals that had to read the Lease first',
      unit: 'ops',
      shows: [{ metric: 'leader_election_slowpath_total', by: ['name', 'pod'] }],
    },
  ],
};

/** The rows of every operator, from top to bottom. Metrics that the process does not register are omitted. */
export const rows: readonly RowPlan[] = [
  reconciles,
  queue,
  apiCalls,
  webhooks,
  conversions,
  caches,
  leader,
  processRow,
];
