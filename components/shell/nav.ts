import type { Ability } from '../../server/domain/shared/abilities.ts'
import type { NavGroup } from '../frame/nav.ts'
import { paths } from '../paths.ts'
import {
  ActivityIcon,
  AddressIcon,
  BackupIcon,
  ClusterIcon,
  ConsoleIcon,
  ImageIcon,
  InventoryIcon,
  KeyIcon,
  LocationIcon,
  NetworkSwitchIcon,
  NodeIcon,
  OsTemplateIcon,
  OverviewIcon,
  PduIcon,
  PresetIcon,
  ProblemIcon,
  RackIcon,
  RecordingIcon,
  RemoteIcon,
  ScriptIcon,
  ServerIcon,
  StorageIcon,
  UsersIcon,
  VlanIcon,
  VmIcon,
} from '../ui/display/icons.tsx'

/** Below so many entries the navigation is one list, without groups. */
const GROUPED_FROM = 12

/** The whole navigation in the order of the work, and the ability that opens an entry. The letter goes there after `g`. */
const plan = [
  {
    name: 'top',
    entries: [
      { name: 'overview', href: paths.overview(), icon: OverviewIcon, needs: 'user', letter: 'o', tab: true },
      {
        name: 'problems',
        href: paths.problems(),
        icon: ProblemIcon,
        needs: 'user',
        letter: 'p',
        tab: true,
        tabs: [
          { name: 'problemList', href: paths.problems(), needs: 'user' },
          { name: 'problemRules', href: paths.problemRules(), needs: 'admin' },
        ],
      },
      { name: 'tasks', href: paths.tasks(), icon: ActivityIcon, needs: 'user', letter: 'a' },
    ],
  },
  {
    name: 'dataCentre',
    entries: [
      { name: 'locations', href: paths.locations(), icon: LocationIcon, needs: 'admin', letter: 'l' },
      { name: 'racks', href: paths.racks(), icon: RackIcon, needs: 'admin', letter: 'r', tab: true },
      {
        name: 'servers',
        href: paths.servers(),
        icon: ServerIcon,
        needs: 'user',
        letter: 's',
        tabs: [
          { name: 'allServers', href: paths.servers(), needs: 'user' },
          { name: 'newServers', href: paths.unacceptedServers(), needs: 'admin' },
          { name: 'operations', href: paths.operations(), needs: 'user' },
          { name: 'operationPlans', href: paths.operationPlans(), needs: 'user' },
          { name: 'certificates', href: paths.certificates(), needs: 'admin' },
          { name: 'controllers', href: paths.controllers(), needs: 'admin' },
          { name: 'chassis', href: paths.allChassis(), needs: 'admin' },
        ],
      },
      { name: 'switches', href: paths.switches(), icon: NetworkSwitchIcon, needs: 'admin', letter: 'w' },
      { name: 'power', href: paths.pdus(), icon: PduIcon, needs: 'admin', letter: 'e' },
      {
        name: 'inventory',
        href: paths.warehouse(),
        icon: InventoryIcon,
        needs: 'admin',
        letter: 'i',
        tabs: [
          { name: 'spares', href: paths.warehouse(), needs: 'admin' },
          { name: 'hardware', href: paths.hardware(), needs: 'admin' },
          { name: 'import', href: paths.import(), needs: 'admin' },
        ],
      },
    ],
  },
  {
    name: 'network',
    entries: [
      {
        name: 'vlans',
        href: paths.vlans(),
        icon: VlanIcon,
        needs: 'admin',
        letter: 'b',
        tabs: [
          { name: 'vlanList', href: paths.vlans(), needs: 'admin' },
          { name: 'vlanMatrix', href: paths.vlanMatrix(), needs: 'admin' },
        ],
      },
      {
        name: 'networks',
        href: paths.networks(),
        icon: AddressIcon,
        needs: 'admin',
        letter: 'n',
        tabs: [
          { name: 'ipnets', href: paths.networks(), needs: 'admin' },
          { name: 'pools', href: paths.addresses(), needs: 'admin' },
          { name: 'usedAddresses', href: paths.usedAddresses(), needs: 'admin' },
          { name: 'nameServers', href: paths.nameServers(), needs: 'admin' },
        ],
      },
    ],
  },
  {
    name: 'compute',
    entries: [
      {
        name: 'hosts',
        href: paths.hosts(),
        icon: VmIcon,
        needs: 'user',
        letter: 'v',
        tab: true,
        tabs: [
          { name: 'hostList', href: paths.hosts(), needs: 'user' },
          { name: 'disks', href: paths.disks(), needs: 'user' },
          { name: 'addressGroups', href: paths.addressGroups(), needs: 'user' },
        ],
      },
      { name: 'clusters', href: paths.clusters(), icon: ClusterIcon, needs: 'admin', letter: 'c' },
      {
        name: 'nodes',
        href: paths.nodes(),
        icon: NodeIcon,
        needs: 'admin',
        letter: 'd',
        tabs: [
          { name: 'nodeList', href: paths.nodes(), needs: 'admin' },
          { name: 'busy', href: paths.busy(), needs: 'admin' },
        ],
      },
      {
        name: 'storages',
        href: paths.storages(),
        icon: StorageIcon,
        needs: 'admin',
        tabs: [
          { name: 'storageList', href: paths.storages(), needs: 'admin' },
          { name: 'storageTags', href: paths.storageTags(), needs: 'admin' },
        ],
      },
      {
        name: 'backups',
        href: paths.backups(),
        icon: BackupIcon,
        needs: 'user',
        tabs: [
          { name: 'backupList', href: paths.backups(), needs: 'user' },
          { name: 'backupLocations', href: paths.backupLocations(), needs: 'admin' },
          { name: 'schedules', href: paths.schedules(), needs: 'admin' },
          { name: 'scheduleCalendar', href: paths.scheduleCalendar(), needs: 'admin' },
          { name: 'scheduleCoverage', href: paths.scheduleCoverage(), needs: 'admin' },
          { name: 'rehearsals', href: paths.rehearsals(), needs: 'user' },
        ],
      },
      { name: 'consoleWall', href: paths.consoleWall(), icon: ConsoleIcon, needs: 'user' },
    ],
  },
  {
    name: 'library',
    entries: [
      { name: 'images', href: paths.images(), icon: ImageIcon, needs: 'user' },
      { name: 'osTemplates', href: paths.osTemplates(), icon: OsTemplateIcon, needs: 'admin' },
      { name: 'presets', href: paths.presets(), icon: PresetIcon, needs: 'admin' },
      { name: 'recipes', href: paths.recipes(), icon: ScriptIcon, needs: 'user' },
    ],
  },
  {
    name: 'access',
    entries: [
      {
        name: 'users',
        href: paths.users(),
        icon: UsersIcon,
        needs: 'admin',
        letter: 'u',
        tabs: [
          { name: 'userList', href: paths.users(), needs: 'admin' },
          { name: 'accessLists', href: paths.accessLists(), needs: 'admin' },
        ],
      },
      { name: 'tokens', href: paths.tokens(), icon: KeyIcon, needs: 'user' },
      {
        name: 'recordings',
        href: paths.recordings(),
        icon: RecordingIcon,
        needs: 'admin',
        tabs: [
          { name: 'recordingList', href: paths.recordings(), needs: 'admin' },
          { name: 'recordingPolicy', href: paths.recordingPolicy(), needs: 'admin' },
        ],
      },
    ],
  },
  {
    name: 'settings',
    entries: [{ name: 'remote', href: paths.remote(), icon: RemoteIcon, needs: 'admin' }],
  },
] as const satisfies readonly PlannedGroup[]

type PlannedTab = { name: string; href: string; needs: Ability }
type PlannedEntry = PlannedTab & {
  icon: NavGroup['entries'][number]['icon']
  letter?: string
  tab?: true
  tabs?: readonly PlannedTab[]
}
type PlannedGroup = { name: string; entries: readonly PlannedEntry[] }

type Named<Of> = Of extends { name: infer Name } ? Name : never
type Entry = (typeof plan)[number]['entries'][number]
export type NavGroupName = Exclude<(typeof plan)[number]['name'], 'top'>
export type NavName = Entry['name'] | Named<Extract<Entry, { tabs: unknown }>['tabs'][number]>

export type NavLabels = { entry: (name: NavName) => string; group: (name: NavGroupName) => string }

/** What waits to be done behind an entry, in words, and how many problems there are. */
export type NavWork = { problems: number; work: Partial<Record<NavName, string | undefined>> }

/** The navigation of a person: entries, tabs and groups that the role may not open are left out. */
export function panelNav(
  may: (ability: Ability) => boolean,
  words: NavLabels,
  { problems, work }: NavWork,
): NavGroup[] {
  const groups = (plan as readonly PlannedGroup[])
    .map(({ name, entries }): NavGroup => {
      const open = entries
        .filter(({ needs }) => may(needs))
        .map((entry) => ({
          href: entry.href,
          icon: entry.icon,
          label: words.entry(entry.name as NavName),
          tabs: (entry.tabs ?? [])
            .filter(({ needs }) => may(needs))
            .map((tab) => ({ href: tab.href, label: words.entry(tab.name as NavName) })),
          letter: entry.letter,
          tab: entry.tab ?? false,
          work: work[entry.name as NavName],
          problems: entry.name === 'problems' ? problems : undefined,
        }))
      return name === 'top' ? { entries: open } : { name, label: words.group(name as NavGroupName), entries: open }
    })
    .filter(({ entries }) => entries.length > 0)
  const all = groups.flatMap(({ entries }) => entries)
  return all.length < GROUPED_FROM ? [{ entries: all }] : groups
}
