import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { KeyChange } from '../guest-types.ts'
import { MOST_KEYS } from '../linux/guest-keys.ts'
import { type Inside, mustInside, runInside } from './exec.ts'

const MOST_BYTES = 1 << 18
const NO_USER = 3

// Constant programs: what varies is an argument or comes on standard input.
const HOME = `home=$(awk -F: -v u="$1" '$1 == u { print $6 }' /etc/passwd)
[ -n "$home" ] || exit ${NO_USER}`
const READ = `${HOME}
[ ! -f "$home/.ssh/authorized_keys" ] || head -c ${MOST_BYTES} "$home/.ssh/authorized_keys"`
/** Replaces the whole file. */
export const WRITE_KEYS = `${HOME}
umask 077 && mkdir -p "$home/.ssh" && cat > "$home/.ssh/authorized_keys" && chown -R "$1" "$home/.ssh"`

/** Lines of a user's authorized_keys that are no comments. */
export const readKeys = async (inside: Inside, user: string): Promise<string[]> =>
  (await linesOf(inside, user)).filter((line) => line.trim() !== '' && !line.startsWith('#')).slice(0, MOST_KEYS)

/** Adds and removes whole lines; the others stay as they are. */
export async function changeKeys(inside: Inside, user: string, { add, remove }: KeyChange): Promise<void> {
  const before = await linesOf(inside, user)
  const kept = before.filter((line) => !remove.includes(line))
  const after = [...kept, ...add.filter((line) => !kept.includes(line))]
  if (after.length === before.length && after.every((line, n) => line === before[n])) return
  await mustInside(inside, WRITE_KEYS, [user], after.map((line) => `${line}\n`).join(''))
}

async function linesOf(inside: Inside, user: string): Promise<string[]> {
  const { code, stdout, stderr } = await runInside(inside, READ, [user])
  if (code === NO_USER) throw deviceRejected(msg`The guest has no user ${user}`)
  if (code !== 0)
    throw deviceRejected(msg`A program failed in the container: ${cleanMessage(stderr) || msg`exit code ${code}`}`)
  const text = stdout.toString('utf8')
  if (text.length >= MOST_BYTES)
    throw deviceRejected(msg`The file authorized_keys of the guest is too large`, 'guest_keys')
  return text.split('\n').filter((line, n, all) => line !== '' || n < all.length - 1)
}
