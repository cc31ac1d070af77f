import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { Machine } from '../../../domain/operation/fitting.ts'
import type { InstallPlan, PlanTemplate } from '../../../domain/operation/plan.ts'
import { isSpared } from '../../../domain/operation/spared.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { durationsOn } from './durations.ts'
import { contentSql, hasImage, isInstallerSql, machineSql, tellsSql, templateHere } from './fitting-sql.ts'
import { hostNameOf } from './job.ts'
import { controllerSerial, lastReport } from './known-hardware.ts'
import { doneBy, liveSql } from './live-template.ts'
import { networkOf } from './network.ts'
import { readOperationSettings } from './settings.ts'
import { diskName, ownDisksSql } from './targets.ts'

const MOST_TEMPLATES = 2000
const CONTENT = contentSql('t', 'x')

type Found = {
  id: number
  name: string
  domain: string | null
  platform_id: number
  location_id: number
  machine: Machine
  nameservers: string[]
  mac: string[]
  live: boolean
  provisioning_vlan: number | null
  own: string[]
}

/** What is known beforehand of operations on a server: nine statements. @throws PanelError `not_found` for servers of others */
export async function planOf({ actor }: Context, id: number): Promise<InstallPlan> {
  const { rows } = await db().pool.query<Found>(
    `select s.id, s.name, s.domain, s.platform_id, s.location_id, l.provisioning_vlan, ${machineSql('s')} as machine,
            coalesce(l.params_dhcp->'nameservers', '[]'::jsonb) as nameservers,
            array(select m.mac from server_mac m where m.server_id = s.id order by m.position, m.mac) as mac,
            exists (${liveSql('s.location_id', '$3::text[]', machineSql('s'))}) as live, ${ownDisksSql('s')} as own
       from server s join location l on l.id = s.location_id where s.id = $1::int and ($2::int is null or s.owner_id = $2::int)`,
    [id, actor.isAdmin ? null : actor.account_id, doneBy.install],
  )
  const [server] = rows
  if (!server) throw notFound(msg`Server`, id)
  const [found, installed, templates, durations, { limit_minutes }, serial] = await Promise.all([
    lastReport(id),
    networkOf(id, server.mac[0] ?? ''),
    templatesOf(server.location_id),
    durationsOn([server.platform_id]),
    readOperationSettings(),
    actor.isAdmin ? controllerSerial(id) : null,
  ])
  const { machine, nameservers, mac, live, provisioning_vlan } = server
  const { addresses, ...network } = installed
  return {
    report: found && {
      at: found.at.toISOString(),
      ...pick(found.report),
      disks: found.report.disks.map(({ name: _name, smart: _smart, erase: _erase, firmware: _firmware, ...disk }) => ({
        ...{ id: diskName(disk), spared: isSpared({ id: diskName(disk), ...disk }, server.own) },
        ...disk,
      })),
    },
    machine: machine.firmware === 'bios' || machine.firmware === 'uefi' ? machine : { ...machine, firmware: null },
    hostname: hostNameOf(server),
    addresses: addresses.map(({ address, gateway, family }) => ({
      ...{ address, gateway },
      family: family === 2 ? 'ipv4' : 'ipv6',
    })),
    network,
    ...{ limit_minutes, serial },
    ...{ nameservers, mac, live, templates, provisioning_vlan },
    durations: durations.get(server.platform_id) ?? [],
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lastReport>>>['report']
const pick = ({ vendor, product, serial, firmware, arch, memory_mib, nics }: Report) => ({
  ...{ vendor, product, serial, firmware, arch, memory_mib, nics },
})

/** Those that can be chosen in a location, and those that could be brought there. */
async function templatesOf(location_id: number): Promise<PlanTemplate[]> {
  const { rows } = await db().pool.query<PlanTemplate>(
    `select t.id, t.name, t.type, coalesce(x.content->>'version', t.version) as version, t.arch, t.firmware, t.ram_mib, t.disk_mib,
            ${templateHere('t', '$1::int')} as here, coalesce(x.status = 'need_update', false) as update, ${hasImage(CONTENT)} as image,
            ${isInstallerSql(CONTENT)} as installer, ${tellsSql(CONTENT)} as tells
       from os_template t left join os_template_location x on x.template_id = t.id and x.location_id = $1::int
      where t.type in ('ostemplate', 'isotemplate', 'diag', 'rescue') and (t.offered or x.template_id is not null)
      order by t.name, t.id limit ${MOST_TEMPLATES}`,
    [location_id],
  )
  return rows
}
