import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { IpmiBmc } from '../../../server/drivers/bmc/ipmi/connection.ts'
import { WEB_PORT } from '../../../server/features/datacenter/location/services/desired.ts'
import { inDevice } from '../../lab/api.ts'
import { labSignIn } from '../../lab/device.ts'
import { ensureLiveSystem } from '../../lab/live-system.ts'
import { labLocation } from '../../support/lab-location.ts'
import { ADMIN, type PanelProcess, startPanel } from '../../support/panel-process.ts'
import { restClient } from '../../support/rest-client.ts'

type Step = { name: string; started_at: string; ended_at: string | null }
export type Place = Awaited<ReturnType<typeof startPlace>>

/**
 * A panel of its own with the lab's location and a server in it, and what else starts that server.
 * @param more another repository, and what of it is put there
 */
export async function startPlace(more?: { folder: string; name: string }) {
  const panel = await startPanel({ env: { DATAHALL_LOG: 'warn' } })
  try {
    return await placeOf(panel, more)
  } catch (fault) {
    await panel.stop()
    throw fault
  }
}

async function placeOf(panel: PanelProcess, more?: { folder: string; name: string }) {
  const rest = await restClient(panel.address, ADMIN)
  const at = await labLocation(rest, 'bench', more ? [more] : [])
  const { site, machine, server, address } = at
  const { hardware } = machine
  if (!hardware) throw new Error('A server of the lab has hardware')
  const signal = () => AbortSignal.timeout(60_000)
  const bmc = new IpmiBmc({ address: machine.address, ...labSignIn.bmc })
  const built = await ensureLiveSystem()
  const first = (folder: string) =>
    JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')).os_templates[0] as {
      kernel: { sha256: string }
      initrd: { sha256: string }
      image: { sha256: string; image_bytes: number }
    }
  const [live, small] = [first(built.folder), first(dirname(built.small))]
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=5']
  const sshpass = (secret: string) => ['sshpass', '-p', secret, 'ssh', '-q', ...options.flatMap((one) => ['-o', one])]
  const place = {
    site,
    hardware,
    address,
    /** Where the location serves its files. */
    web: `http://${site.host?.provisioning.address}:${WEB_PORT}`,
    files: {
      kernel: live.kernel.sha256,
      initrd: live.initrd.sha256,
      image: small.image.sha256,
      image_bytes: small.image.image_bytes,
    },
    /** What a script prints in the server, with arguments that have no signs of a shell. */
    async ssh(secret: string, script: string, ...words: string[]): Promise<string> {
      const argv = [...sshpass(secret), `root@${address}`, 'sh', '-s', ...words]
      const { code, stdout, stderr } = await inDevice(site, argv, { input: script, timeoutMs: 600_000 })
      if (code !== 0) throw new Error(`In the server: ${stderr}`)
      return stdout
    },
    /** From the control host, since nothing else reaches the server: the moment at which it has run a command. */
    async untilSsh(to: string, secret: string): Promise<number> {
      for (const end = performance.now() + 600_000; performance.now() < end; ) {
        await inDevice(site, ['bash', '-c', LISTENS, 'listens', to], { timeoutMs: 600_000 })
        const { code } = await inDevice(site, [...sshpass(secret), `root@${to}`, 'true'])
        if (code === 0) return performance.now()
        await pause(200)
      }
      throw new Error(`No sign-in at ${to}`)
    },
    async off(): Promise<void> {
      await bmc.setPower('off', signal())
      while ((await bmc.power(signal())) !== 'off') await pause(200)
    },
    /** @returns the moment at which the controller was told */
    async on(device: 'pxe' | 'none'): Promise<number> {
      if (device === 'pxe') await bmc.setBoot({ device, persistent: false, uefi: false }, signal())
      const from = performance.now()
      await bmc.setPower('on', signal())
      return from
    },
    /** Installs a system. @returns the moment of the call, that of the first command over SSH, and the steps with their seconds */
    async install(template: string, secret: string) {
      const os_template_id = at.template(template)
      const disk_serials = [hardware.disks[0]?.serial]
      const from = performance.now()
      const { status, body } = await rest.post(`/dci/v3/server/${server}/install`, {
        os_template_id,
        password: secret,
        disk_serials,
      })
      if (status !== 200) throw new Error(JSON.stringify(body))
      const [until, { status: end, error }] = await Promise.all([
        place.untilSsh(address, secret),
        rest.ended(body.task, 1200),
      ])
      if (end !== 'complete') throw new Error(`The installation: ${error?.msg}`)
      const { list } = (await rest.get(`/dci/v3/server/${server}/operation?orderby=id desc`)).body
      return { from, until, steps: list[0].steps as Step[] }
    },
    async close() {
      await bmc.close()
      await at.close()
      await panel.stop()
    },
  }
  return place
}

/** Waits until port 22 of $1 takes connections. */
const LISTENS = `until timeout 0.5 bash -c 'exec 3<>"/dev/tcp/$0/22"' "$1" 2> /dev/null; do sleep 0.1; done`

const seconds = ({ started_at, ended_at }: Step) => (Date.parse(ended_at ?? started_at) - Date.parse(started_at)) / 1000

/** Seconds of a step from its begin to its end. */
export const secondsOf = (steps: readonly Step[], name: string): number =>
  steps.filter((step) => step.name === name).reduce((sum, step) => sum + seconds(step), 0)

/** `check 0.3, reserve 1.2, …`: the waterfall in words, in seconds. */
export const waterfall = (steps: readonly Step[]): string =>
  steps.map((step) => `${step.name} ${seconds(step).toFixed(1)}`).join(', ')
