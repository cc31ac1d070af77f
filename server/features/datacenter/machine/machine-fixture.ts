import type { HardwareReport } from '../../../domain/operation/report.ts'
import { operationFixture } from '../operation/operation-fixture.ts'
import { deskOfLocation } from './desk.ts'

const WEB = 'http://10.77.0.2:8080'

/** A location in which discovery is on, and what its machines ask. */
export async function machineFixture() {
  const t = await operationFixture()
  const { prisma } = t.api.database
  await prisma.location.update({ where: { id: t.site }, data: { params_dhcp: { discovery: true } } })
  const desk = deskOfLocation(t.site, WEB)
  return {
    ...t,
    desk,
    /** Boots a machine, as far as its session. */
    opened: (mac: string, address: string) => desk.openSearch(mac, { address }),
    /** Boots a machine and has it report; answers its key. */
    async booted(report: HardwareReport, address: string, mac = report.nics[0]?.mac ?? '') {
      const key = (await desk.openSearch(mac, { address })) ?? ''
      const answer = await desk.hello(key, report, { address })
      return { key, answer }
    },
    /** As if time had passed since a machine asked. */
    later: (mac: string, ms = 60_000) =>
      prisma.machine.updateMany({ where: { mac }, data: { asked_at: new Date(Date.now() - ms) } }),
    rows: () => prisma.machine.findMany({ where: { location_id: t.site }, orderBy: { id: 'asc' } }),
  }
}
