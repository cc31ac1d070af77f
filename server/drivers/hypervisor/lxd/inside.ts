import { deviceRejected, invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { SeedFiles } from '../volume-types.ts'
import { type Inside, mustInside, runInside } from './exec.ts'
import { WRITE_KEYS } from './keys.ts'
import { seedWords } from './seed.ts'

// Constant programs: what varies is an argument or comes on standard input.
const HAS_CLOUD_INIT = '[ -n "$(command -v cloud-init)" ]'
const HOSTNAME = 'hostname "$1" && printf "%s\\n" "$1" > /etc/hostname'
const RESOLVER = 'rm -f /etc/resolv.conf && cat > /etc/resolv.conf'
const PASSWORD = 'exec chpasswd'
const COMMAND = 'exec "$@"'
/** sshd begins anew on this signal; dropbear makes keys when it needs them. */
const HOST_KEYS = `found=
for key in /etc/ssh/ssh_host_*_key /etc/ssh/ssh_host_*_key.pub /etc/dropbear/dropbear_*_host_key; do
  [ ! -e "$key" ] || { rm -f "$key"; found=1; }
done
[ -z "$found" ] || [ -z "$(command -v ssh-keygen)" ] || ssh-keygen -A > /dev/null || exit
[ ! -r /run/sshd.pid ] || kill -HUP "$(cat /run/sshd.pid)"`

/** Does in a container without cloud-init what the seed asks for. @returns whether there was anything for us to do */
export async function applySeed(inside: Inside, files: SeedFiles): Promise<boolean> {
  if ((await runInside(inside, HAS_CLOUD_INIT)).code === 0) return false
  const seed = seedWords(files)
  if (seed.hostname) await setHostname(inside, seed.hostname)
  if (seed.dns_servers.length > 0)
    await mustInside(inside, RESOLVER, [], seed.dns_servers.map((one) => `nameserver ${one}\n`).join(''))
  if (seed.password !== null) await setPassword(inside, seed.user, seed.password)
  if (seed.ssh_keys.length > 0)
    await mustInside(inside, WRITE_KEYS, [seed.user], seed.ssh_keys.map((key) => `${key}\n`).join(''))
  if (seed.new_host_keys) await mustInside(inside, HOST_KEYS, [])
  for (const command of seed.commands) await mustInside(inside, COMMAND, command)
  return true
}

/** Gives a container another host name, now and for its next start. */
export const setHostname = (inside: Inside, name: string): Promise<void> => mustInside(inside, HOSTNAME, [name])

/** Changes a user's password; it is part of no command line. @throws PanelError */
export async function setPassword(inside: Inside, user: string, password: string): Promise<void> {
  if (/[\r\n]/.test(password) || !/^[a-z_][a-z0-9_-]{0,31}\$?$/i.test(user))
    throw invalidInput(msg`A password for a container is one line, and its user a plain name`)
  const { code, stderr } = await runInside(inside, PASSWORD, [], `${user}:${password}\n`)
  if (code === 0) return
  throw deviceRejected(
    msg`The container did not change the password: ${cleanMessage(stderr) || msg`exit code ${code}`}`,
  )
}
