import type { NavGroup } from '../frame/nav.ts'
import { paths } from '../paths.ts'
import {
  ActivityIcon,
  AddressIcon,
  AdministrationIcon,
  ChassisIcon,
  ClusterIcon,
  ConsoleIcon,
  ControllerIcon,
  HardwareIcon,
  ImageIcon,
  KeyIcon,
  LocationIcon,
  NetworkSwitchIcon,
  NodeIcon,
  OverviewIcon,
  PduIcon,
  RackIcon,
  RecordingIcon,
  RemoteIcon,
  ServerIcon,
  UsersIcon,
  VlanIcon,
  VmIcon,
  WarehouseIcon,
} from '../ui/icons.tsx'

export const navNames = [
  'overview',
  'racks',
  'servers',
  'switches',
  'pdus',
  'controllers',
  'chassis',
  'locations',
  'vlans',
  'hardware',
  'warehouse',
  'hosts',
  'clusters',
  'nodes',
  'images',
  'addresses',
  'consoleWall',
  'tasks',
  'users',
  'accessLists',
  'remote',
  'recordings',
  'tokens',
] as const
export type NavName = (typeof navNames)[number]

export type NavWords = {
  entry: (name: NavName) => string
  dataCentre: string
  virtualMachines: string
  administration: string
}

/** How many of a kind the person may see; shown beside the entry. */
export type NavCounts = Partial<Record<NavName, number>>

/** The navigation of a person: what only administrators may open is left out for the others. */
export function panelNav(isAdmin: boolean, words: NavWords, counts: NavCounts): NavGroup[] {
  const entry = (name: NavName, href: string, icon: NavGroup['entries'][number]['icon'], tab = false) => ({
    href,
    icon,
    label: words.entry(name),
    ...(counts[name] !== undefined && { count: counts[name] }),
    ...(tab && { tab }),
  })
  const overview: NavGroup = { entries: [entry('overview', paths.overview(), OverviewIcon, true)] }
  const servers = entry('servers', paths.servers(), ServerIcon)
  const hosts = entry('hosts', paths.hosts(), VmIcon, true)
  const wall = entry('consoleWall', paths.consoleWall(), ConsoleIcon)
  const tasks = entry('tasks', paths.tasks(), ActivityIcon, true)
  const tokens = entry('tokens', paths.tokens(), KeyIcon)
  if (!isAdmin)
    return [
      overview,
      { label: words.dataCentre, entries: [servers] },
      { label: words.virtualMachines, entries: [hosts] },
      { entries: [wall, tasks, tokens] },
    ]
  return [
    overview,
    {
      label: words.dataCentre,
      entries: [
        entry('racks', paths.racks(), RackIcon, true),
        servers,
        entry('switches', paths.switches(), NetworkSwitchIcon),
        entry('pdus', paths.pdus(), PduIcon),
        entry('controllers', paths.controllers(), ControllerIcon),
        entry('chassis', paths.allChassis(), ChassisIcon),
        entry('locations', paths.locations(), LocationIcon),
        entry('vlans', paths.vlans(), VlanIcon),
        entry('hardware', paths.hardware(), HardwareIcon),
        entry('warehouse', paths.warehouse(), WarehouseIcon),
      ],
    },
    {
      label: words.virtualMachines,
      entries: [
        hosts,
        entry('clusters', paths.clusters(), ClusterIcon),
        entry('nodes', paths.nodes(), NodeIcon),
        entry('images', paths.images(), ImageIcon),
      ],
    },
    { entries: [entry('addresses', paths.addresses(), AddressIcon), wall, tasks] },
    {
      label: words.administration,
      entries: [
        entry('users', paths.users(), UsersIcon),
        entry('accessLists', paths.accessLists(), AdministrationIcon),
        entry('remote', paths.remote(), RemoteIcon),
        entry('recordings', paths.recordings(), RecordingIcon),
        tokens,
      ],
    },
  ]
}
