/** For a machine with 2 cores and 8 GB or more that also runs the product itself. */
const defaults: Record<string, string> = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '3GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '1',
  max_wal_size: '2GB',
  // This build has neither lz4 nor zstd.
  wal_compression: 'pglz',
  wal_keep_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
}

/** A test's data may be lost with the machine's power, not with a killed process. */
const notDurable: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
}

export const serverArguments = (options: {
  dataDir: string
  socketDir: string
  port: number
  durable: boolean
  settings: Record<string, string>
}): string[] => {
  const settings = {
    ...defaults,
    ...(options.durable ? {} : notDurable),
    ...options.settings,
    listen_addresses: '',
    unix_socket_directories: options.socketDir,
    port: String(options.port),
  }
  return ['-D', options.dataDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
