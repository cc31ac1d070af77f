import { describe, expect, it } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import type { NodeStorage } from '../types.ts'

export type LvmContractEnv = {
  group: string
  /** Connects to the node: its group, or another one. */
  open: (group?: string) => Promise<NodeStorage>
  /** What a shell command on the node prints. */
  on: (script: string) => Promise<string>
  /** What somebody has left on the disk, where no volume is yet. */
  former: () => Promise<string>
}

/** What volumes of LVM owe beside what every storage owes. */
export function lvmContract(label: string, { group, open, on, former }: LvmContractEnv): void {
  /** Bytes of it that are not zero. */
  const written = async (name: string) => Number(await on(`tr -d '\\0' < /dev/${group}/${name} | wc -c`))

  describe(`${label}: a volume`, () => {
    it('shows nothing of what others had at its place, also where it grows', async () => {
      expect(await former()).toContain('tenant-before')
      const storage = await open()
      await storage.connect(soon())
      await storage.createVolume('clean', 16, soon())
      await storage.createVolume('after', 8, soon())
      expect(await written('clean')).toBe(0)
      expect(await storage.growVolume('clean', 40, soon())).toBe(40)
      expect((await on(`blockdev --getsize64 /dev/${group}/clean`)).trim()).toBe(String(40 << 20))
      expect(await written('clean')).toBe(0)
      for (const name of ['clean', 'after']) await storage.removeVolume(name, soon())
      expect(await storage.volumes(soon())).toEqual([])
    })

    it('keeps what it holds while it grows', async () => {
      const storage = await open()
      await storage.createVolume('kept', 16, soon())
      await on(`yes mine | head -c 16777216 | dd of=/dev/${group}/kept bs=1M conv=notrunc status=none`)
      await storage.growVolume('kept', 32, soon())
      expect(await written('kept')).toBe(16 << 20)
      await storage.removeVolume('kept', soon())
    })

    it('is not removed while something has it open', async () => {
      const storage = await open()
      await storage.createVolume('held', 16, soon())
      await on(`sleep 300 < /dev/${group}/held > /dev/null 2>&1 & echo $! > /run/held`)
      await expect(storage.removeVolume('held', soon())).rejects.toThrow(/in use/)
      await on('kill $(cat /run/held)')
      await storage.removeVolume('held', soon())
    })

    it('is refused in the words of LVM when the group is full, or is not there', async () => {
      const storage = await open()
      await expect(storage.createVolume('large', 4096, soon())).rejects.toThrow(/insufficient free space/)
      expect(await storage.volumes(soon())).toEqual([])
      await expect((await open('nowhere')).connect(soon())).rejects.toThrow(/nowhere/)
    })
  })
}
