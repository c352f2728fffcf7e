const system = 'only Linux reports it, and the dashboard is the same wherever it is generated';

/** Metrics without a panel, and why. */
export const notShown: Readonly<Record<string, string>> = {
  nodejs_eventloop_lag_max_seconds: 'a single pause determines it; p99 is more meaningful',
  nodejs_eventloop_lag_min_seconds: 'it shows no problem',
  nodejs_eventloop_lag_seconds:
    'one measurement at the time of the scrape; the quantiles cover all since the last scrape',
  nodejs_eventloop_lag_stddev_seconds: 'the quantiles show more',
  nodejs_heap_space_size_available_bytes: 'memory that V8 could use without an allocation, which indicates no problem',
  nodejs_heap_space_size_total_bytes: 'the panel Memory has the sum over all spaces',
  nodejs_version_info: 'its value is a text, which a panel cannot plot',
  process_heap_bytes: system,
  process_max_fds: system,
  process_open_fds: system,
  process_virtual_memory_bytes: system,
};
