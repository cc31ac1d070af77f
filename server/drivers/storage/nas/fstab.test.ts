import { expect, it } from 'vitest'
import { fstabLine, fstabWith, sourceOf } from './fstab.ts'

const ID = '0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0001'
const line = fstabLine(sourceOf('192.0.2.9', '/srv/vm'), '/nas/7', ID)

it('writes a line that mounts hard, and runs nothing from the NAS', () =>
  expect(line).toBe(
    `192.0.2.9:/srv/vm /nas/7 nfs hard,nfsvers=4.1,nosuid,nodev,noexec,_netdev,nofail,x-datahall.storage=${ID} 0 0`,
  ))

it('names an IPv6 server as NFS does', () => expect(sourceOf('2001:db8::9', '/a')).toBe('[2001:db8::9]:/a'))

it('keeps all other lines as they are, adds its own once, and takes it away again', () => {
  const before = '# by hand\nUUID=1 / ext4 defaults 0 1\n'
  const once = fstabWith(before, ID, line)
  expect(once).toBe(`${before}${line}\n`)
  expect(fstabWith(once, ID, line)).toBe(once)
  expect(fstabWith(once, ID, null)).toBe(before)
})
