import { expect, test } from 'vitest'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { canCount, canLimit, canReject, checkNft } from './check.ts'
import { NodeRules } from './node-rules.ts'

const signal = AbortSignal.timeout(5_000)
/** A node whose programs end like this, and are missing when nothing is said about them. */
const node = (codes: Record<string, number>) =>
  ({
    exec: async ([program = '']: string[]) => ({
      code: codes[program] ?? 127,
      signal: null,
      stdout: program === 'ls' ? 'dhg8x\n' : '',
      stderr: program === 'nft' ? 'Error: Could not process rule: Not supported' : '',
    }),
    sftp: async () => false,
  }) as unknown as SshConnection

const refused = (words: RegExp) => ({ code: 'device_rejected', message: expect.stringMatching(words) })

test('a node without nft is told what to install, one whose kernel cannot filter why', async () => {
  await expect(checkNft(node({}), signal)).rejects.toMatchObject(refused(/install nftables/))
  await expect(checkNft(node({ nft: 1 }), signal)).rejects.toMatchObject(
    refused(/^nft failed on the node: .*Not supported/),
  )
  await checkNft(node({ nft: 0 }), signal)
})

test('a node can reject, and count connections, when its kernel takes a rule that does', async () => {
  for (const can of [canReject, canCount]) {
    expect(await can(node({ nft: 0 }), signal)).toBe(true)
    expect(await can(node({ nft: 1 }), signal)).toBe(false)
  }
})

test('a node can limit when what limits take could be set up there; where nothing could be tried it is not refused', async () => {
  const tries = (code: number, stdout: string) =>
    ({ exec: async () => ({ code, signal: null, stdout, stderr: '' }) }) as unknown as SshConnection
  expect(await canLimit(tries(0, 'begun\n'), signal)).toBe(true)
  expect(await canLimit(tries(2, 'begun\n'), signal)).toBe(false)
  expect(await canLimit(tries(127, 'begun\n'), signal)).toBe(false)
  expect(await canLimit(tries(1, ''), signal)).toBe(true)
})

test('the same when rules or limits are first needed; a VM that needs neither needs no program', async () => {
  const card = { mac: '52:54:00:00:00:01', bridge: 'vmbr0', model: 'virtio' } as const
  const filter = { firewall_rules: [], anti_spoofing: null }
  const rules = new NodeRules(node({ ls: 0 }))
  const set = (interfaces: Parameters<NodeRules['set']>[1], limits: Parameters<NodeRules['set']>[2]) =>
    rules.set('vm_1', interfaces, limits, new Map(), signal)
  await expect(set([{ ...card, filter }], {})).rejects.toMatchObject(refused(/install nftables/))
  await expect(set([{ ...card, filter: null }], { net_in_mbitps: 1 })).rejects.toMatchObject(
    refused(/install iproute2/),
  )
  await set([{ ...card, filter: null }], {})
})
