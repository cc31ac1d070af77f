/** A snapshot that is taken, or one that the VM goes back to. */
export type DemoSnapshot =
  | { name: string; description?: string; with_ram?: boolean; days_ago: number }
  | { backTo: true; name: string }

/** By name of the VM, in this order. */
export const demoSnapshots: Readonly<Record<string, readonly DemoSnapshot[]>> = {
  'db-4': [
    { name: 'install-done', description: 'First boot, empty database', days_ago: 262 },
    { name: 'month-start', days_ago: 19 },
    { name: 'clean-16.1', description: 'All updates, no load', days_ago: 8 },
    { name: 'upgrade-try-1', description: '16.2, first try', days_ago: 1.3 },
    { name: 'upgrade-try-2', description: '16.2 with the old collation', with_ram: true, days_ago: 1.1 },
    { backTo: true, name: 'clean-16.1' },
    { name: 'before-16.2', description: 'Last state before the upgrade', with_ram: true, days_ago: 0.4 },
  ],
  'monitor-2': [
    { name: 'before-update', days_ago: 33 },
    { name: 'after-update', description: 'New dashboards', days_ago: 32.9 },
  ],
}
