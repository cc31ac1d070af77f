import { pause } from '../../../../shared/abort.ts'
import type { LiveBoot } from '../firmware.ts'
import type { InstalledSystem, ServerDisk, ServerParts } from '../types.ts'
import { runInstaller } from './installer.ts'
import { modes } from './modes.ts'
import { OperationOver, panelOf, readJob, WorkFailed } from './panel.ts'

const KERNEL_MS = 5000
const KERNEL = 'Linux version 6.1.0-50-cloud-amd64 (debian-kernel@lists.debian.org)'

/** What the live system changes of its server. */
export type Changes = {
  installed(system: InstalledSystem | null): void
  /** These disks, by their serial numbers, hold this from now on. */
  wrote(serials: readonly string[], holds: ServerDisk['holds']): void
  /** It takes connections over SSH. */
  reachable(): void
}

/** The live system from its kernel to its end, as `server/live-system/agent/main` has it. @returns what its server is to do then */
export async function runLiveSystem(
  parts: ServerParts,
  boot: LiveBoot,
  signal: AbortSignal,
  changes: Changes,
): Promise<'reboot' | 'poweroff' | 'stay'> {
  const { print, speed } = parts
  const began = Date.now()
  const seconds = () => Math.floor((Date.now() - began) / 1000)
  const say = (words: string) => print(`datahall: ${words}\r\n`)
  const report = () => ({ ...parts.hardware(), uptime: seconds() })
  print(`\r\n[    0.000000] ${KERNEL}\r\n`)
  await pause(KERNEL_MS * speed, signal)
  say(`network up on ${parts.hardware().nics[0]?.name ?? 'eth0'} after ${seconds()} s`)
  const panel = panelOf(parts, boot, signal)
  const sent = JSON.stringify(report())
  say(`hardware report of ${sent.length} bytes after ${seconds()} s`)
  const hello = await panel.post('hello', sent)
  if (hello?.status !== 200) {
    say(hello?.status === 409 ? `the operation is over: ${hello.body.toString()}` : 'the panel does not answer')
    return hello?.status === 409 ? 'reboot' : 'poweroff'
  }
  const job = readJob(hello.body.toString())
  const mode = job.get('mode')?.[0] ?? ''
  let result: object
  try {
    const work = Object.hasOwn(modes, mode) ? modes[mode as keyof typeof modes] : undefined
    if (!work) throw new WorkFailed('the job has no mode')
    say(`job: ${mode}`)
    result = { ok: true, ...(await work({ parts, panel, job, signal, changes, report })) }
  } catch (fault) {
    if (fault instanceof OperationOver) {
      say('the operation is over')
      return 'poweroff'
    }
    if (!(fault instanceof WorkFailed)) throw fault
    say(`failed: ${fault.message}`)
    result = { ok: false, reason: fault.message }
  }
  const answer = await panel.post('result', JSON.stringify(result))
  const next = /^next (reboot|poweroff|stay|kexec)$/m.exec(answer?.status === 200 ? answer.body.toString() : '')?.[1]
  say(`next: ${next ?? 'poweroff'}`)
  if (next === 'kexec')
    return (await runInstaller(parts, job.get('kernel_args')?.[0] ?? '', signal, changes)) ? 'reboot' : 'stay'
  return next === 'reboot' || next === 'stay' ? next : 'poweroff'
}
