import { expect, it } from 'vitest'
import { crashCause } from './crash-cause.ts'

const start = `2026-11-22 09:00:00.000+0000: starting up libvirt version: 9.0.0, qemu version: 7.2.0
LC_ALL=C \\
PATH=/usr/bin \\
/usr/bin/qemu-system-x86_64 \\
-name guest=dh-7-1a2b3c,debug-threads=on \\
-vnc 127.0.0.1:0,password=on
char device redirected to /dev/pts/0 (label charserial0)
`

it.each([
  [
    'why QEMU ended',
    `${start}KVM internal error. Suberror: 1\n2026-11-22 09:01:00.000+0000: shutting down, reason=crashed\n`,
    'KVM internal error. Suberror: 1',
  ],
  [
    'nothing of an ordinary end',
    `${start.replace(/^char.*\n/m, '')}2026-11-22 09:01:00.000+0000: shutting down, reason=destroyed\n`,
    null,
  ],
  ['nothing of an empty log', '', null],
])('finds %s', (_, log, cause) => expect(crashCause(log)).toBe(cause))

it('does not take a line that only names a port for the cause', () => expect(crashCause(start)).toBeNull())

it('is bounded', () => expect(crashCause('x'.repeat(9000))).toHaveLength(300))
