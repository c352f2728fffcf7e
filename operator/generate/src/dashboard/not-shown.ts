const system = 'only Linux reports it, and the dashboard is the same wherever it is generated';

/** Metrics without a panel, and why. */
export const notShown: Readonly<Record<string, string>> = {
  nodejs_eventloop_lag_max_seconds: 'one pause during a scrape decides it; p99 says what is usual',
  nodejs_eventloop_lag_min_seconds: 'it says nothing of trouble',
  nodejs_eventloop_lag_seconds: 'one measurement at the time of the scrape; the quantiles look at all between two',
  nodejs_eventloop_lag_stddev_seconds: 'the quantiles say it better',
  nodejs_heap_space_size_available_bytes: 'what V8 could take without asking, which nobody waits for',
  nodejs_heap_space_size_total_bytes: 'the sum of it is in the panel Memory',
  nodejs_version_info: 'a text',
  process_heap_bytes: system,
  process_max_fds: system,
  process_open_fds: system,
  process_virtual_memory_bytes: system,
};
