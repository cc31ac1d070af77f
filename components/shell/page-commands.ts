import ImportIcon from 'lucide-react/icons/upload'
import type { Ability } from '../../server/domain/shared/abilities.ts'
import type { PaletteItem } from '../frame/palette-types.ts'
import { paths } from '../paths.ts'
import { ClusterIcon, LocationIcon, NodeIcon, ServerIcon, UserIcon, VmIcon } from '../ui/icons.tsx'

const commands = [
  { name: 'createHost', icon: VmIcon, href: paths.newHost(), needs: 'create_host' },
  { name: 'attachNode', icon: NodeIcon, href: paths.newNode(), needs: 'admin' },
  { name: 'openClusters', icon: ClusterIcon, href: paths.clusters(), needs: 'admin' },
  { name: 'createServer', icon: ServerIcon, href: paths.newServer(), needs: 'admin' },
  { name: 'openLocations', icon: LocationIcon, href: paths.locations(), needs: 'admin' },
  { name: 'openImport', icon: ImportIcon, href: paths.import(), needs: 'admin' },
  { name: 'openAccount', icon: UserIcon, href: paths.account(), needs: 'user' },
] as const satisfies readonly { name: string; icon: unknown; href: string; needs: Ability }[]
export type PageCommand = (typeof commands)[number]['name']

/** Things to do that belong to no object yet, found by a part of their words. */
export function pageCommands(
  query: string,
  may: (ability: Ability) => boolean,
  word: (name: PageCommand) => string,
): PaletteItem[] {
  const wanted = query.trim().toLocaleLowerCase()
  return commands
    .filter(({ needs }) => may(needs))
    .map(({ name, icon, href }) => ({ id: `do ${name}`, icon, href, title: word(name) }))
    .filter(({ title }) => title.toLocaleLowerCase().includes(wanted))
}
