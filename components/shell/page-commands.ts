import type { PaletteItem } from '../frame/palette-types.ts'
import { paths } from '../paths.ts'
import { ClusterIcon, LocationIcon, NodeIcon, ServerIcon, UserIcon, VmIcon } from '../ui/icons.tsx'

const commands = [
  { name: 'createHost', icon: VmIcon, href: paths.newHost(), admin: false },
  { name: 'attachNode', icon: NodeIcon, href: paths.newNode(), admin: true },
  { name: 'openClusters', icon: ClusterIcon, href: paths.clusters(), admin: true },
  { name: 'createServer', icon: ServerIcon, href: paths.newServer(), admin: true },
  { name: 'openLocations', icon: LocationIcon, href: paths.locations(), admin: true },
  { name: 'openAccount', icon: UserIcon, href: paths.account(), admin: false },
] as const
export type PageCommand = (typeof commands)[number]['name']

/** Things to do that belong to no object yet, found by a part of their words. */
export function pageCommands(query: string, isAdmin: boolean, word: (name: PageCommand) => string): PaletteItem[] {
  const wanted = query.trim().toLocaleLowerCase()
  return commands
    .filter(({ admin }) => isAdmin || !admin)
    .map(({ name, icon, href }) => ({ id: `do ${name}`, icon, href, title: word(name) }))
    .filter(({ title }) => title.toLocaleLowerCase().includes(wanted))
}
