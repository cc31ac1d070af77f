/** What the demo data centre consists of. Names ending in `-fail…` meet faults of the simulated hypervisor on purpose. */
export const demoNodes = [
  { name: 'demo-node-1', ip: '198.51.100.11' },
  { name: 'demo-node-2', ip: '198.51.100.12' },
  { name: 'demo-node-3', ip: '198.51.100.13' },
]

export const demoOwners = [
  { email: 'anna@demo.example', full_name: 'Anna Demo', roles: ['@advanced_user'] },
  { email: 'boris@demo.example', full_name: 'Boris Demo', roles: ['@advanced_user'] },
  { email: 'chen@demo.example', full_name: 'Chen Demo', roles: ['@user'] },
]

export const demoSystems = [
  {
    name: 'Debian 12 demo',
    os_group: 'linux',
    login_user: 'root',
    min_ram_mib: 512,
    min_disk_mib: 2048,
    tags: ['debian', 'cloud-init'],
  },
  {
    name: 'Ubuntu 24.04 demo',
    os_group: 'linux',
    login_user: 'ubuntu',
    min_ram_mib: 1024,
    min_disk_mib: 4096,
    tags: ['ubuntu', 'cloud-init'],
  },
  {
    name: 'Rocky 9 demo',
    os_group: 'linux',
    login_user: 'rocky',
    min_ram_mib: 1024,
    min_disk_mib: 4096,
    tags: ['rocky', 'cloud-init'],
  },
]

/** What VMs are rescued with. */
export const demoRescue = {
  name: 'Debian 12 rescue demo',
  os_group: 'linux',
  login_user: 'root',
  min_ram_mib: 512,
  min_disk_mib: 1024,
  tags: ['rescue'],
}

/** Sizes that some of the VMs have; nothing else of the demo names them. */
export const demoPresets = [
  { name: 'demo-web', cpu_number: 2, ram_mib: 2048, hdd_mib: 20_480, net_out_mbitps: 500, comment: 'Sites and shops' },
  { name: 'demo-worker', cpu_number: 4, ram_mib: 4096, hdd_mib: 40_960, cpu_weight: 50, comment: 'Yields to others' },
  {
    name: 'demo-database',
    cpu_number: 8,
    ram_mib: 16_384,
    hdd_mib: 204_800,
    io_weight: 500,
    io_read_iops: 5000,
    io_write_iops: 5000,
    anti_spoofing: true,
  },
]

type Kind = {
  prefix: string
  count: number
  cpu_number: number
  ram_mib: number
  hdd_mib: number
  domain?: string
  preset?: number
}

const kinds: Kind[] = [
  { prefix: 'web', count: 14, cpu_number: 2, ram_mib: 2048, hdd_mib: 20_480, domain: 'shop.example', preset: 0 },
  { prefix: 'db', count: 6, cpu_number: 8, ram_mib: 16_384, hdd_mib: 204_800, preset: 2 },
  { prefix: 'cache', count: 6, cpu_number: 2, ram_mib: 8192, hdd_mib: 10_240 },
  { prefix: 'worker', count: 12, cpu_number: 4, ram_mib: 4096, hdd_mib: 40_960, preset: 1 },
  { prefix: 'build', count: 6, cpu_number: 8, ram_mib: 8192, hdd_mib: 102_400 },
  { prefix: 'mail', count: 2, cpu_number: 2, ram_mib: 4096, hdd_mib: 51_200, domain: 'mail.example' },
  { prefix: 'staging', count: 8, cpu_number: 1, ram_mib: 1024, hdd_mib: 10_240 },
  { prefix: 'monitor', count: 3, cpu_number: 2, ram_mib: 4096, hdd_mib: 81_920 },
]

/** `owner`, `system` and `preset` are places in the lists above. */
export type DemoHost = Omit<Kind, 'prefix' | 'count'> & {
  name: string
  owner: number
  system: number
  comment?: string
}

/** Sixty VMs: fifty-seven by kind, and three that fail, each in its way. */
export const demoHosts: DemoHost[] = [
  ...kinds.flatMap(({ prefix, count, ...size }) =>
    Array.from({ length: count }, (_, n) => ({
      ...size,
      name: `${prefix}-${n + 1}`,
      owner: (n + prefix.length) % 3,
      system: (n + prefix.length) % 3,
    })),
  ),
  {
    name: 'archive-failcrash',
    cpu_number: 2,
    ram_mib: 2048,
    hdd_mib: 40_960,
    owner: 0,
    system: 0,
    comment: 'Its system crashes now and then',
  },
  {
    name: 'legacy-failstart',
    cpu_number: 2,
    ram_mib: 2048,
    hdd_mib: 10_240,
    owner: 1,
    system: 0,
    comment: 'Does not start: see the fault',
  },
  {
    name: 'lab-failagent',
    cpu_number: 1,
    ram_mib: 1024,
    hdd_mib: 10_240,
    owner: 2,
    system: 0,
    comment: 'Its guest agent does not answer',
  },
]

/** Stopped after they were made. */
export const demoStopped = (name: string) => /^staging-[2-8]$|^build-[456]$|^worker-1[012]$/.test(name)
/** Protected from deletion. */
export const demoProtected = (name: string) => /^db-[1-3]$|^mail-/.test(name)
