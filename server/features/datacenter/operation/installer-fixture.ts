import { someCard, someReport } from '../../../domain/hardware-report/report-fixture.ts'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import { bootedFixture } from './booted-fixture.ts'
import { sealSecrets } from './secrets.ts'

export const PRESEED = `d-i netcfg/get_hostname string {{hostname}}
d-i passwd/root-password-crypted password {{password_hash}}
d-i partman/early_command string disk=$(readlink -f {{disk_path}}); debconf-set partman-auto/disk "$disk"
d-i preseed/late_command string wget -O /dev/null {{answer}}report/done
`

const disk = { name: 'vda', model: 'M', serial: 'S1', wwn: '0x5000c500a1b2c3d4', bytes: 1e10, rotational: false }
/** A disk that an installer finds by its WWN, and others. */
export const DISK = { ...disk, transport: 'sata' as const, smart: null, erase: [] }

/** Servers that an installer with an answer file is to be started on. */
export async function installerFixture() {
  const t = await bootedFixture()
  const { prisma } = t.api.database
  const made = (name: string, kind: string, text: string) => ({
    ...t.template(name),
    ...{ type: 'isotemplate', kernel_args: 'auto=true url={{answer}}preseed.cfg hostname={{hostname}}' },
    answer: { ...t.repository.file(`${name}/answer`, text), kind },
  })
  const ubuntu = '#cloud-config\nautoinstall:\n  version: 1\n  identity: {hostname: "{{hostname}}"}\n'
  t.startWorker()
  await t.read([
    ...[t.template('diag'), { ...t.template('rescue'), type: 'rescue' }],
    ...[made('debian', 'preseed', PRESEED), made('ubuntu', 'autoinstall', ubuntu)],
  ])
  const templates = { debian: await t.id('debian'), ubuntu: await t.id('ubuntu') }
  const { body } = await t.put(t.site, Object.values(templates))
  for (const task of body.task) await t.ended(task)
  await t.stopWorker()
  return {
    ...t,
    templates,
    /** The report of a server with one disk. */
    async reportWith(server_id: number, disks: HardwareReport['disks'] = [DISK]): Promise<HardwareReport> {
      const { mac } = await prisma.server_mac.findFirstOrThrow({ where: { server_id } })
      return someReport({ nics: [someCard(mac)], disks })
    },
    /** An installation whose live system runs and has not reported yet. */
    async begun(data: Record<string, unknown> = {}) {
      const server = await t.server()
      const made = await t.booted(server, { type: 'install', os_template_id: templates.debian, ...data })
      const secrets = sealSecrets(made.id, { login: { password_hash: '$6$salt$hash', ssh_keys: [] } })
      await prisma.operation.update({ where: { id: made.id }, data: { secrets } })
      return { ...made, server }
    },
    /** One whose live system has got its job, and has done it unless `done` is false. @returns also the ticket of its answer file */
    async handed(data: Record<string, unknown> = {}, done = true) {
      const one = await this.begun(data)
      const answer = await t.desk.hello(one.key, await this.reportWith(one.server), t.asking)
      if (answer === 'unknown' || 'over' in answer) throw new Error(JSON.stringify(answer))
      const job = new Map(answer.job)
      const ticket = /\/boot\/answer\/([\w-]{43})\//.exec(job.get('kernel_args') ?? '')?.[1] ?? ''
      const next = done ? await t.desk.result(one.key, { ok: true }) : null
      return { ...one, job, ticket, next }
    },
  }
}
