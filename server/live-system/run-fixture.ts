import { type AddressInfo, createServer } from 'node:net'
import { ensureLiveSystem } from '../../e2e/lab/live-system.ts'
import { Machine, type MachineDisk } from './machine-fixture.ts'
import { type JobLine, PanelSide, type Result } from './panel-fixture.ts'

export const MAC = '52:54:00:77:00:01'
export const SERIAL = 'SN "1" $(id)'

export type RunOptions = {
  /** An empty folder. */
  folder: string
  job: readonly JobLine[]
  disks: readonly MachineDisk[]
  /** Files of the job, by their names below `/a/`. */
  files?: Record<string, string>
  memory?: number
  args?: readonly string[]
  /** Seconds to wait for neighbours. */
  patience?: number
  /** Called with each panel before the machine starts, to change what it answers. */
  prepare?: (panel: PanelSide) => void
}

export type Run = { result: Result; panel: PanelSide; serial: string }

/**
 * Boots an emulated machine into the live system with this job and waits for its result and its end.
 * `URL` in a value of the job becomes the panel's address. Throws with what the serial line showed when there is no result.
 */
export async function runJob(options: RunOptions): Promise<Run> {
  const { panel, machine } = await startJob(options)
  try {
    const without = machine.ended.then(() => Promise.reject(new Error(`no result: ${machine.serial}`)))
    const result = await Promise.race([panel.result, without])
    await machine.ended
    return { result, panel, serial: machine.serial }
  } finally {
    await machine.stop()
    panel.close()
  }
}

/** As `runJob`, and answers while the machine runs: the caller stops machine and panel. */
export async function startJob(
  options: RunOptions & { sshPort?: number },
): Promise<{ panel: PanelSide; machine: Machine }> {
  const system = await ensureLiveSystem()
  const panel = new PanelSide()
  await panel.listen()
  panel.job = options.job.map(([name, value]) => [name, value.replace('URL', panel.address)] as const)
  for (const [name, file] of Object.entries(options.files ?? {})) panel.files.set(name, file)
  options.prepare?.(panel)
  const { kernel, initrd } = system
  const live = {
    kernel,
    initrd,
    address: panel.address,
    key: panel.key,
    args: `datahall.lldp=${options.patience ?? 0}`,
  }
  const { folder, disks, memory, args, sshPort } = options
  const machine = new Machine({ folder, serial: SERIAL, mac: MAC, disks, live, memory, args, sshPort })
  return { panel, machine }
}

/** A TCP port of this host that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
