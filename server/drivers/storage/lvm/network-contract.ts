import { describe, expect, it } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import type { NodeStorage } from '../types.ts'

type Held = NodeStorage & Required<Pick<NodeStorage, 'hold' | 'letGo'>>
/** The two nodes that see the group. */
type Which = 'one' | 'two'

export type NetworkLvmContractEnv = {
  group: string
  /** @param other under another identity */
  open: (node: Which, other?: boolean) => Promise<NodeStorage>
  /** What a shell command on a node prints. */
  on: (node: Which, script: string) => Promise<string>
  /** Has both start anew: what was active is not any more. */
  restart: () => Promise<void>
}

const both: Which[] = ['one', 'two']

/** What keeps two nodes apart that see the same volumes. */
export function networkLvmContract(label: string, env: NetworkLvmContractEnv): void {
  const { group } = env
  const elsewhere = { code: 'device_rejected', message: expect.stringMatching(/Another node has the volume data/) }
  async function open(node: Which): Promise<Held> {
    const storage = await env.open(node)
    const { hold, letGo } = storage
    if (!hold || !letGo) throw new Error('Volumes of it are not kept apart')
    return { ...storage, hold, letGo }
  }
  const opened = async () => [await open('one'), await open('two')] as const
  const on = async (node: Which, script: string) => (await env.on(node, script)).trim()
  /** Volumes that are active on a node. */
  const devices = (node: Which) => on(node, `ls /dev/${group} 2> /dev/null || true`)

  describe(`${label}: a volume`, () => {
    it('is one for both nodes, and active on the one that made it', async () => {
      const [first, second] = await opened()
      await first.connect(soon())
      await second.connect(soon())
      await first.createVolume('data', 16, soon())
      expect((await second.volumes(soon())).map(({ name }) => name)).toEqual(['data'])
      expect(await devices('one')).toBe('data')
      expect(await devices('two')).toBe('')
    })

    it('stays active where another storage is refused its group', async () => {
      const refused = await env.open('one', true)
      await expect(refused.connect(soon())).rejects.toThrow(/another storage/)
      await refused.disconnect(soon())
      expect(await devices('one')).toBe('data')
    })

    it('is refused to the other node until it is given back, and keeps what was written', async () => {
      const [first, second] = await opened()
      await expect(second.hold('data', soon())).rejects.toMatchObject(elsewhere)
      await expect(second.growVolume('data', 32, soon())).rejects.toMatchObject(elsewhere)
      await expect(second.removeVolume('data', soon())).rejects.toMatchObject(elsewhere)
      await on('one', `yes mine | head -c 16777216 | dd of=/dev/${group}/data bs=1M conv=notrunc status=none`)

      await first.letGo('data', soon())
      expect(await devices('one')).toBe('')
      await second.hold('data', soon())
      expect(await on('two', `yes mine | head -c 16777216 | cmp - /dev/${group}/data && echo same`)).toBe('same')
      await expect(first.hold('data', soon())).rejects.toMatchObject(elsewhere)
    })

    it('is not given back while something has it open', async () => {
      const [first, second] = await opened()
      await on('two', `sleep 300 < /dev/${group}/data > /dev/null 2>&1 & echo $! > /run/held`)
      await expect(second.letGo('data', soon())).rejects.toThrow(/in use/)
      await expect(first.hold('data', soon())).rejects.toThrow(/Another node has/)
      await on('two', 'kill $(cat /run/held)')
    })

    it('is held by one of the two that ask for it at once', async () => {
      const [first, second] = await opened()
      for (let round = 0; round < 5; round++) {
        for (const one of [first, second]) await one.letGo('data', soon())
        const ended = await Promise.allSettled([first.hold('data', soon()), second.hold('data', soon())])
        expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
        expect([await devices('one'), await devices('two')].sort()).toEqual(['', 'data'])
      }
    })

    it('is not activated by a node that starts, and is by its own when that is connected again', async () => {
      const former = await opened()
      for (const one of former) await one.letGo('data', soon())
      await former[0].hold('data', soon())
      await env.restart()
      expect(await Promise.all(both.map(devices))).toEqual(['', ''])
      const [first, second] = await opened()
      await second.connect(soon())
      expect(await devices('two')).toBe('')
      await first.connect(soon())
      expect(await devices('one')).toBe('data')
      await first.removeVolume('data', soon())
      expect(await second.volumes(soon())).toEqual([])
    })
  })
}
