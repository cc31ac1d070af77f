import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { SshError } from '../../../protocols/ssh/errors.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { Accelerator } from '../domain-types.ts'
import { failed } from '../linux/failed.ts'
import { bootSector } from './boot-sector.ts'

const emulators = ['/usr/bin/qemu-system-x86_64', '/usr/libexec/qemu-kvm', '/usr/bin/qemu-kvm']
type Probed = Exclude<Accelerator, 'none'>
// A real processor needs under two seconds, most of them firmware; emulation on a loaded node a few.
const boundMs: Record<Probed, number> = { kvm: 6_000, tcg: 25_000 }

/**
 * How guests run on this node, by booting one (see `bootSector`): `kvm` when it computes at the speed of the processor, else `tcg`,
 * QEMU's emulation. What libvirt and /dev/kvm promise is not asked.
 *
 * @throws PanelError device_rejected when no guest starts at all
 */
export async function probeAccelerator(ssh: SshConnection, signal: AbortSignal): Promise<Probed> {
  const emulator = await findEmulator(ssh, signal)
  const made = await ssh.exec(['mktemp', '-d', '/tmp/datahall-probe.XXXXXXXXXX'], { signal })
  const folder = made.stdout.trim()
  if (made.code !== 0 || !/^\/tmp\/datahall-probe\.[A-Za-z0-9]{10}$/.test(folder)) throw failed('mktemp', made)
  const image = `${folder}/boot.img`
  try {
    await ssh.sftp(signal, (files) => files.writeFile(image, bootSector(), 0o600))
    if ((await boot(ssh, emulator, 'kvm', image, signal)).ok) return 'kvm'
    const emulated = await boot(ssh, emulator, 'tcg', image, signal)
    if (emulated.ok) return 'tcg'
    throw deviceRejected(msg`QEMU on the node could not start a test VM: ${emulated.words}`)
  } finally {
    // Also when the caller has given up: nothing of the probe stays.
    await ssh.exec(['rm', '-rf', '--', folder], { signal: AbortSignal.timeout(5_000) }).catch(() => {})
  }
}

/** @throws PanelError device_rejected, with what to install */
export async function findEmulator(ssh: SshConnection, signal: AbortSignal): Promise<string> {
  for (const path of emulators) {
    if ((await ssh.exec(['test', '-x', path], { signal })).code === 0) return path
  }
  throw deviceRejected(
    msg`QEMU is not installed on the node: install qemu-system-x86 (Debian, Ubuntu) or qemu-kvm (Red Hat family)`,
  )
}

async function boot(
  ssh: SshConnection,
  emulator: string,
  accelerator: Probed,
  image: string,
  signal: AbortSignal,
): Promise<{ ok: boolean; words: string }> {
  const cpu = accelerator === 'kvm' ? 'host' : 'qemu64'
  const argv = [emulator, '-accel', accelerator, '-cpu', cpu, '-machine', 'pc', '-m', '16', '-nodefaults']
  argv.push('-display', 'none', '-no-reboot', '-serial', 'stdio', '-device', 'isa-debug-exit,iobase=0xf4,iosize=1')
  argv.push('-drive', `file=${image},format=raw,if=floppy,readonly=on`)
  try {
    const { stdout, stderr } = await ssh.exec(argv, { signal, timeoutMs: boundMs[accelerator], maxOutput: 64 * 1024 })
    return {
      ok: stdout.includes('OK'),
      words: cleanMessage(stderr) || msg`it ended without an error message`.toString(),
    }
  } catch (error) {
    if (error instanceof SshError && error.kind === 'timeout') return { ok: false, words: msg`it timed out`.toString() }
    throw error
  }
}
