import { afterAll, beforeAll, expect, test } from 'vitest'
import { installation } from './install-fixture.ts'

let t: Awaited<ReturnType<typeof installation>>
beforeAll(async () => {
  t = await installation()
})
afterAll(() => t?.close())

test.each([
  { raid: 'raid_5', count: 3, uefi: false, lost: 0, size: 170 },
  { raid: 'raid_10', count: 4, uefi: true, lost: 3, size: 170 },
])(
  '$raid of $count disks starts, also without one that it can do without',
  async ({ raid, count, uefi, lost, size }) => {
    const disks = Array.from({ length: count }, (_, n) => ({
      file: t.usedDisk(`${raid}-${n}`, 192),
      serial: `${raid}-${n}`,
      kind: 'scsi' as const,
    }))
    const names = disks.map(({ serial }) => ['disk', serial] as const)
    const { result, serial } = await t.install(disks, t.job(...names, ['raid', raid]))
    expect(result, serial).toMatchObject({ ok: true, image: { raid, root: 'md0p3' } })
    const looks = 'cat /proc/mdstat; df -m / | tail -n 1 | awk "{print \\$2}"; cat /etc/fstab'
    const whole = await t.bootAndAsk(disks, `${synchronized}; ${looks}`, uefi)
    expect(whole).toContain(`raid${raid.slice(5)}`)
    expect(Number(/^\d+$/m.exec(whole)?.[0])).toBeGreaterThan(size)
    expect(whole).toMatch(/^UUID=\S+ \/boot ext4/m)
    const left = disks.filter((_, n) => n !== lost)
    expect(await t.bootAndAsk(left, looks, uefi)).toContain(`[${count}/${count - 1}]`)
  },
  1_200_000,
)

/** Only then a disk may be lost: until its first synchronisation has ended an array has nothing to make it of. Left as after a shutdown. */
const synchronized =
  'while grep -qE "resync|recovery" /proc/mdstat; do sleep 1; done; mount -o remount,ro /; mdadm --wait-clean --scan'
