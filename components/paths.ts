type Id = number | string
type Query = Record<string, string | number | undefined>

const at = (path: string, id: Id) => `${path}/${encodeURIComponent(String(id))}`

/** Appends what is set; the order is kept, so the same view has the same address. */
export function withQuery(path: string, query: Query = {}): string {
  const set = Object.entries(query).filter((pair): pair is [string, string | number] => pair[1] !== undefined)
  if (set.length === 0) return path
  return `${path}?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}`
}

/** Opens the form of a new record over its list. */
export const NEW = { new: 1 } as const

/** Every address of the panel is built here; folders in `app/` have the same names. */
export const paths = {
  overview: () => '/',
  problems: (query?: Query) => withQuery('/problems', query),
  remote: () => '/remote',
  /** Who and what is recorded, and how long it is kept. */
  recordingPolicy: () => '/recording-policy',
  problemRules: () => '/problem-rules',
  recordings: (query?: Query) => withQuery('/recordings', query),
  recording: (id: Id) => at('/recordings', id),
  racks: (query?: Query) => withQuery('/racks', query),
  rack: (id: Id, query?: Query) => withQuery(at('/racks', id), query),
  servers: (query?: Query) => withQuery('/servers', query),
  /** Machines that nobody has entered; one of them beside the list. */
  unacceptedServers: (query?: Query) => withQuery('/servers/unaccepted', query),
  server: (id: Id, tab?: string) => withQuery(at('/servers', id), { tab }),
  /** Opens the web page of its controller, in a tab of its own. */
  serverWeb: (id: Id) => `${at('/servers', id)}/web`,
  /** The console of a server in a window of its own. */
  serverConsole: (id: Id, kind?: string) => withQuery(`${at('/servers', id)}/console`, { kind }),
  operations: (query?: Query) => withQuery('/operations', query),
  /** The same operation on many servers. */
  operationPlans: (query?: Query) => withQuery('/operations/plans', query),
  operationPlan: (id: Id) => at('/operations/plans', id),
  newOperationPlan: (type: string, servers: readonly number[]) =>
    withQuery('/operations/plans/new', { type, servers: servers.join(',') }),
  /** The form that begins an installation, or another operation of the types that the API has. */
  serverInstall: (id: Id, type?: string) => withQuery(`${at('/servers', id)}/install`, { type }),
  /** What is, or was, done to the system of a server, step by step. */
  serverOperation: (id: number, operation: number) => `${at('/servers', id)}/operations/${operation}`,
  hardwareReport: (server: Id, id: Id) => at(`${at('/servers', server)}/reports`, id),
  certificates: (query?: Query) => withQuery('/certificates', query),
  /** Of the disks that an operation cleared. */
  certificate: (id: Id) => at('/certificates', id),
  /** What a browser saves of it. */
  certificateFile: (id: Id) => `${at('/dci/v3/erasure_certificate', id)}/file`,
  newServer: (query?: Query) => withQuery('/servers/new', query),
  switches: (query?: Query) => withQuery('/switches', query),
  switch: (id: Id, tab?: string) => withQuery(at('/switches', id), { tab }),
  /** The page of a switch with its drift beside the ports. */
  switchDrift: (id: Id) => withQuery(at('/switches', id), { drift: 'true' }),
  /** The page of a switch with one of its ports picked. */
  switchPort: (id: Id, port: Id) => withQuery(at('/switches', id), { port }),
  /** The form of a new switch opens over the list; `rack` and `unit` fill it in. */
  newSwitch: (query?: Query) => withQuery('/switches', { ...NEW, ...query }),
  pdus: (query?: Query) => withQuery('/pdus', query),
  pdu: (id: Id, tab?: string) => withQuery(at('/pdus', id), { tab }),
  newPdu: (query?: Query) => withQuery('/pdus', { ...NEW, ...query }),
  controllers: (query?: Query) => withQuery('/controllers', query),
  /** The same for a chassis. */
  newChassis: (query?: Query) => withQuery('/chassis', { ...NEW, ...query }),
  allChassis: (query?: Query) => withQuery('/chassis', query),
  chassis: (id: Id) => at('/chassis', id),
  locations: (query?: Query) => withQuery('/locations', query),
  location: (id: Id, tab?: string) => withQuery(at('/locations', id), { tab }),
  warehouse: (kind?: string) => withQuery('/warehouse', { kind }),
  /** Backups of all VMs. */
  backups: (query?: Query) => withQuery('/backups', query),
  backupLocations: (query?: Query) => withQuery('/backup-locations', query),
  backupLocation: (id: Id, tab?: string) => withQuery(at('/backup-locations', id), { tab }),
  schedules: (query?: Query) => withQuery('/schedules', query),
  schedule: (id: Id) => at('/schedules', id),
  /** When schedules run in the next two weeks. */
  scheduleCalendar: () => '/schedules/calendar',
  /** How VMs are protected by backups. */
  scheduleCoverage: (query?: Query) => withQuery('/schedules/coverage', query),
  /** What came of the rehearsals of restores. */
  rehearsals: (query?: Query) => withQuery('/rehearsals', query),
  rehearsal: (id: Id) => at('/rehearsals', id),
  /** Volumes and folders of a backup; `volume` and `path` say where. */
  backupFiles: (id: Id, query?: Query) => withQuery(`${at('/backups', id)}/files`, query),
  /** What a browser saves: a file of a backup, or a folder as an archive. */
  backupFile: (id: Id, query: Query) => withQuery(`${at('/vm/v3/backup', id)}/file/content`, query),
  backupArchive: (id: Id, query: Query) => withQuery(`${at('/vm/v3/backup', id)}/file/archive`, query),
  nameServers: (query?: Query) => withQuery('/addresses/name-servers', query),
  vlans: (query?: Query) => withQuery('/vlans', query),
  /** Which port carries which VLAN, location by location. */
  vlanMatrix: (query?: Query) => withQuery('/vlans/matrix', query),
  /** The number of a VLAN is its own only within its location. */
  vlan: (location: Id, id: Id) => at(at('/vlans', location), id),
  /** Platforms, or the CPU sockets that they have. */
  hardware: (query?: Query) => withQuery('/hardware', query),
  hosts: (query?: Query) => withQuery('/hosts', query),
  host: (id: Id, tab?: string) => withQuery(at('/hosts', id), { tab }),
  disks: (query?: Query) => withQuery('/disks', query),
  /** Groups of addresses for packet rules. */
  addressGroups: (query?: Query) => withQuery('/address-groups', query),
  newHost: (query?: Query) => withQuery('/hosts/new', query),
  /** The busiest VMs and nodes. */
  busy: () => '/busy',
  clusters: (query?: Query) => withQuery('/clusters', query),
  cluster: (id: Id, tab?: string) => withQuery(at('/clusters', id), { tab }),
  nodes: (query?: Query) => withQuery('/nodes', query),
  node: (id: Id, tab?: string) => withQuery(at('/nodes', id), { tab }),
  newNode: (query?: Query) => withQuery('/nodes/new', query),
  storages: (query?: Query) => withQuery('/storages', query),
  storage: (id: Id, tab?: string) => withQuery(at('/storages', id), { tab }),
  storageTags: () => '/storages/tags',
  /** The catalogue of systems, images made of VMs, ISO images, or repositories. */
  images: (tab?: 'vm' | 'isos' | 'repositories') => withQuery('/images', { tab }),
  /** An image made of a VM. */
  image: (id: Id) => at('/images', id),
  /** OS templates by location; `tab` list or repositories, `template` opens beside. */
  osTemplates: (query?: Query) => withQuery('/os-templates', query),
  presets: (query?: Query) => withQuery('/presets', query),
  /** A preset opens over the table: it has no page of its own. */
  preset: (id: Id) => withQuery('/presets', { edit: id }),
  /** Scripts for guests, or their variables. */
  recipes: (query?: Query) => withQuery('/recipes', query),
  recipe: (id: Id) => at('/recipes', id),
  newRecipe: (query?: Query) => withQuery('/recipes/new', query),
  /** Address pools. */
  addresses: (query?: Query) => withQuery('/addresses', query),
  pool: (id: Id, tab?: string) => withQuery(at('/addresses/pools', id), { tab }),
  networks: (query?: Query) => withQuery('/addresses/networks', query),
  network: (id: Id, query?: Query) => withQuery(at('/addresses/networks', id), query),
  usedAddresses: (query?: Query) => withQuery('/addresses/used', query),
  import: (kind?: string) => withQuery('/import', { kind }),
  /** What breaks when a thing fails; `kind` as the API names it: `outlet`. */
  impact: (kind: string, id: Id) => at(at('/impact', kind), id),
  tasks: (query?: Query) => withQuery('/tasks', query),
  /** Limits of roles, and how long sessions last. */
  userRules: () => '/users/rules',
  users: (query?: Query) => withQuery('/users', query),
  user: (id: Id, tab?: string) => withQuery(at('/users', id), { tab }),
  accessLists: () => '/access-lists',
  /** A list opens over the table: it has no page of its own. */
  accessList: (id: Id) => withQuery('/access-lists', { edit: id }),
  tokens: () => '/tokens',
  account: () => '/account',
  signIn: (next?: string) => withQuery('/sign-in', { next }),
  firstRun: () => '/first-run',
  console: (hostId: Id) => at('/console', hostId),
  consoleWall: () => '/console-wall',
  /** All rows of a list as a file; `list` as the API names it: `vm/host`. */
  csv: (list: string, query?: Query) => withQuery(`/api/export/${list}.csv`, query),
} as const
