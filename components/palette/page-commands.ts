import ImportIcon from 'lucide-react/icons/upload'
import type { Ability } from '../../server/domain/shared/abilities.ts'
import type { PaletteItem } from '../frame/palette-types.ts'
import { paths } from '../paths.ts'
import {
  AddressIcon,
  ChassisIcon,
  ClusterIcon,
  LocationIcon,
  NetworkSwitchIcon,
  NodeIcon,
  PduIcon,
  RackIcon,
  ServerIcon,
  UserIcon,
  UsersIcon,
  VlanIcon,
  VmIcon,
} from '../ui/display/icons.tsx'

/** Things to do that belong to no object yet: those with an address are pages, the others ask at once. */
const commands = [
  { name: 'createHost', icon: VmIcon, href: paths.newHost(), needs: 'create_host' },
  { name: 'createServer', icon: ServerIcon, href: paths.newServer(), needs: 'admin' },
  { name: 'createRack', icon: RackIcon, asks: 'rack', needs: 'admin' },
  { name: 'createSwitch', icon: NetworkSwitchIcon, href: paths.newSwitch(), needs: 'admin' },
  { name: 'createPdu', icon: PduIcon, href: paths.newPdu(), needs: 'admin' },
  { name: 'createChassis', icon: ChassisIcon, href: paths.newChassis(), needs: 'admin' },
  { name: 'createLocation', icon: LocationIcon, asks: 'location', needs: 'admin' },
  { name: 'createVlan', icon: VlanIcon, asks: 'vlan', needs: 'admin' },
  { name: 'createNetwork', icon: AddressIcon, asks: 'network', needs: 'admin' },
  { name: 'createPool', icon: AddressIcon, asks: 'pool', needs: 'admin' },
  { name: 'createCluster', icon: ClusterIcon, asks: 'cluster', needs: 'admin' },
  { name: 'attachNode', icon: NodeIcon, href: paths.newNode(), needs: 'admin' },
  { name: 'createUser', icon: UsersIcon, asks: 'user', needs: 'admin' },
  { name: 'import', icon: ImportIcon, href: paths.import(), needs: 'admin' },
  { name: 'openAccount', icon: UserIcon, href: paths.account(), needs: 'user' },
] as const satisfies readonly ({ name: string; icon: unknown; needs: Ability } & (
  | { href: string }
  | { asks: string }
))[]
export type PageCommand = (typeof commands)[number]['name']
export type PageAsk = Extract<(typeof commands)[number], { asks: string }>['asks']

/** Those of which every word of the query is a part; `New` is one of the words of each that makes something. */
export function pageCommands(
  query: string,
  may: (ability: Ability) => boolean,
  words: { command: (name: PageCommand) => string; make: string },
  ask: (what: PageAsk) => void,
): PaletteItem[] {
  const wanted = query.trim().toLocaleLowerCase().split(/\s+/)
  return commands.flatMap((one) => {
    const title = words.command(one.name)
    const makes = one.name === 'import' || one.name === 'openAccount' ? '' : words.make
    const text = `${makes} ${title}`.toLocaleLowerCase()
    if (!may(one.needs) || !wanted.every((word) => text.includes(word))) return []
    const leads = 'href' in one ? { href: one.href } : { run: () => ask(one.asks) }
    return [{ id: `do ${one.name}`, icon: one.icon, title, ...leads }]
  })
}
