import type { RestClient } from './rest-client.ts'

export type Place = {
  name: string
  path: string | ((admin: RestClient) => Promise<string>)
}

/** Address of the first object of a list. */
const first =
  (list: string, path: (id: number) => string, service = 'vm') =>
  async (admin: RestClient) => {
    const { body } = await admin.get(`/${service}/v3/${list}${list.includes('?') ? '&' : '?'}limit=1&orderby=id`)
    return path(body.list[0].id)
  }
/** The page of something of the last diagnostics that went well. */
const ofOperation =
  (path: (one: { id: number; server: { id: number }; hardware_report: number }) => string) =>
  async (admin: RestClient) => {
    const { body } = await admin.get(
      "/dci/v3/operation?where=(type EQ 'diag') AND (status EQ 'ok')&orderby=id desc&limit=1",
    )
    return path(body.list[0])
  }
const named = (list: string, name: string, path: (id: number) => string) =>
  first(`${list}?where=name EQ '${name}'`, path, 'dci')
const machine = (tab = '') => first('host?where=name EQ web-1', (id) => `/hosts/${id}${tab}`)

/** Every page of the panel in the demo, by group. */
export const places: Record<string, readonly Place[]> = {
  'virtual machines': [
    { name: 'overview', path: '/' },
    { name: 'problems', path: '/problems?severity=warning' },
    { name: 'first steps', path: '/first-run' },
    { name: 'machines', path: '/hosts' },
    { name: 'machines, filtered', path: '/hosts?f=state:is:stopped' },
    { name: 'machines, none match', path: '/hosts?q=nothing-has-this-name' },
    { name: 'new machine', path: '/hosts/new' },
  ],
  'a machine': [
    { name: 'machine', path: machine() },
    { name: 'machine: console', path: machine('?tab=console') },
    { name: 'machine: serial console', path: machine('?tab=console&kind=serial') },
    { name: 'machine: resources', path: machine('?tab=resources') },
    { name: 'machine: scripts', path: machine('?tab=scripts') },
    { name: 'machine: disks', path: machine('?tab=disks') },
    { name: 'machine: network', path: machine('?tab=network') },
    { name: 'machine: backups', path: first('host?where=name EQ db-1', (id) => `/hosts/${id}?tab=backups`) },
    { name: 'machine: snapshots', path: first('host?where=name EQ db-4', (id) => `/hosts/${id}?tab=snapshots`) },
    { name: 'machine: figures', path: machine('?tab=figures') },
    { name: 'machine: system', path: machine('?tab=system') },
    { name: 'machine: history', path: machine('?tab=history') },
    { name: 'machine that failed', path: first('host?where=name EQ legacy-failstart', (id) => `/hosts/${id}`) },
    { name: 'machine that is not there', path: '/hosts/99999999' },
    { name: 'console window', path: first('host?where=name EQ web-1', (id) => `/console/${id}`) },
  ],
  'clusters, nodes, images': [
    { name: 'clusters', path: '/clusters' },
    { name: 'cluster', path: first('cluster', (id) => `/clusters/${id}`) },
    { name: 'nodes', path: '/nodes' },
    { name: 'node', path: first('node', (id) => `/nodes/${id}`) },
    { name: 'node: figures', path: first('node', (id) => `/nodes/${id}?tab=figures`) },
    { name: 'what is busy', path: '/busy' },
    { name: 'disks', path: '/disks' },
    { name: 'address groups', path: '/address-groups' },
    { name: 'attach a node', path: '/nodes/new' },
    { name: 'images', path: '/images' },
    { name: 'OS templates', path: '/os-templates' },
    { name: 'OS templates: list', path: '/os-templates?tab=list' },
    { name: 'storages', path: '/storages' },
    { name: 'storage', path: first('storage', (id) => `/storages/${id}`) },
    { name: 'storage: differences', path: first('storage', (id) => `/storages/${id}?tab=findings`) },
    { name: 'storage tags', path: '/storages/tags' },
    { name: 'presets', path: '/presets' },
    { name: 'images of VMs', path: '/images?tab=vm' },
    { name: 'image of a VM', path: first('image', (id) => `/images/${id}`) },
    { name: 'ISO images', path: '/images?tab=isos' },
    { name: 'repositories', path: '/images?tab=repositories' },
    { name: 'scripts', path: '/recipes' },
    { name: 'script variables', path: '/recipes?tab=variables' },
    { name: 'script repositories', path: '/recipes?tab=repositories' },
    { name: 'new script', path: '/recipes/new' },
    { name: 'script', path: first('recipe', (id) => `/recipes/${id}`) },
  ],
  'the data centre': [
    { name: 'racks', path: '/racks' },
    { name: 'racks, table', path: '/racks?view=table' },
    { name: 'servers', path: '/servers' },
    { name: 'new servers', path: '/servers/unaccepted' },
    { name: 'switches', path: '/switches' },
    { name: 'PDUs', path: '/pdus' },
    { name: 'controllers', path: '/controllers' },
    { name: 'chassis', path: '/chassis' },
    { name: 'locations', path: '/locations' },
    { name: 'VLANs', path: '/vlans' },
    { name: 'VLAN matrix', path: '/vlans/matrix' },
    { name: 'hardware', path: '/hardware' },
    { name: 'warehouse', path: '/warehouse' },
    { name: 'remote management', path: '/remote' },
    { name: 'recordings', path: '/recordings' },
    { name: 'recording policy', path: '/recording-policy' },
    { name: 'problem rules', path: '/problem-rules' },
  ],
  'racks and devices': [
    { name: 'rack', path: named('rack', 'A02', (id) => `/racks/${id}`) },
    { name: 'server', path: named('server', 'db-04', (id) => `/servers/${id}`) },
    { name: 'installation of a server', path: named('server', 'db-04', (id) => `/servers/${id}/install`) },
    { name: 'wiping of a server', path: named('server', 'db-04', (id) => `/servers/${id}/install?type=clear_hdd`) },
    { name: 'web page of a server', path: named('server', 'db-04', (id) => `/servers/${id}/web`) },
    { name: 'server: power', path: named('server', 'db-04', (id) => `/servers/${id}?tab=power`) },
    { name: 'server: console', path: named('server', 'db-04', (id) => `/servers/${id}?tab=console`) },
    { name: 'server: console window', path: named('server', 'db-04', (id) => `/servers/${id}/console`) },
    { name: 'controller', path: named('server', 'stor-06', (id) => `/servers/${id}?tab=controller`) },
    { name: 'switch that is silent', path: named('switch', 'mg-fra1-b02', (id) => `/switches/${id}`) },
    { name: 'PDU', path: named('pdu', 'pdu-fra1-a02-b', (id) => `/pdus/${id}`) },
    { name: 'location', path: named('location', 'FRA1', (id) => `/locations/${id}`) },
    { name: 'VLAN', path: named('location', 'FRA1', (id) => `/vlans/${id}/110`) },
    { name: 'chassis', path: named('chassis', 'chs-fra1-a02', (id) => `/chassis/${id}`) },
    { name: 'import', path: '/import' },
    { name: 'console wall', path: '/console-wall' },
    { name: 'what breaks', path: first('node', (id) => `/impact/node/${id}`) },
  ],
  'bare metal': [
    { name: 'OS templates', path: '/os-templates' },
    { name: 'operations', path: '/operations' },
    { name: 'operation', path: ofOperation(({ server, id }) => `/servers/${server.id}/operations/${id}`) },
    {
      name: 'hardware report',
      path: ofOperation(({ server, hardware_report }) => `/servers/${server.id}/reports/${hardware_report}`),
    },
    { name: 'certificates', path: '/certificates' },
    { name: 'certificate', path: first('erasure_certificate', (id) => `/certificates/${id}`, 'dci') },
    { name: 'plans of operations', path: '/operations/plans' },
    {
      name: 'new plan of operations',
      path: named('server', 'db-04', (id) => `/operations/plans/new?type=clear_hdd&servers=${id}`),
    },
  ],
  'addresses, people, tasks': [
    { name: 'pools', path: '/addresses' },
    { name: 'pool', path: first('ippool', (id) => `/addresses/pools/${id}`) },
    { name: 'networks', path: '/addresses/networks' },
    {
      name: 'network',
      path: async (admin) => {
        const { body } = await admin.get('/dci/v3/ipmgr/ipnet?limit=1&orderby=id')
        return `/addresses/networks/${body.list[0].id}`
      },
    },
    { name: 'used addresses', path: '/addresses/used' },
    { name: 'name servers', path: '/addresses/name-servers' },
    { name: 'backups', path: '/backups' },
    { name: 'files of a backup', path: first("backup?where=state EQ 'active'", (id) => `/backups/${id}/files`) },
    { name: 'backup locations', path: '/backup-locations' },
    { name: 'backup location', path: first('backup_location', (id) => `/backup-locations/${id}`) },
    { name: 'backup location: backups', path: first('backup_location', (id) => `/backup-locations/${id}?tab=backups`) },
    { name: 'schedules', path: '/schedules' },
    { name: 'calendar of schedules', path: '/schedules/calendar' },
    { name: 'coverage by backups', path: '/schedules/coverage' },
    { name: 'schedule', path: first('schedule', (id) => `/schedules/${id}`) },
    { name: 'rehearsals', path: '/rehearsals' },
    { name: 'rehearsal', path: first('rehearsal', (id) => `/rehearsals/${id}`) },
    { name: 'tasks', path: '/tasks' },
    { name: 'task', path: first("task?where=status EQ 'failed'", (id) => `/tasks?task=${id}`) },
    { name: 'users', path: '/users' },
    { name: 'user', path: first('account', (id) => `/users/${id}`) },
    { name: 'limits and sessions', path: '/users/rules' },
    { name: 'access lists', path: '/access-lists' },
    { name: 'tokens', path: '/tokens' },
    { name: 'account', path: '/account' },
  ],
}
