import { expect, it } from 'vitest'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { cleanLog } from '../linux/clean-log.ts'
import { consoleLog, consoleLogPath, hypervisorLog, removeConsoleLog } from './log.ts'

const signal = AbortSignal.timeout(5_000)
const ran: string[][] = []
/** A node with these files. */
const node = (files: Record<string, string>) =>
  ({
    exec: async (argv: string[]) => {
      ran.push(argv)
      const text = files[argv.at(-1) ?? '']
      return { code: text === undefined ? 1 : 0, signal: null, stdout: text?.slice(-65_536) ?? '', stderr: '' }
    },
  }) as unknown as SshConnection

it('keeps words, line ends and tabs, and nothing that moves a cursor', () => {
  expect(cleanLog('[  \x1b[32mOK\x1b[0m  ] Started\tssh\r\n\x07a\rb\u202ec\x1b]0;title\x07d')).toBe(
    '[  OK  ] Started\tssh\na\nbcd',
  )
})

it('knows a VM without a log from one that wrote nothing', async () => {
  expect(await consoleLog(node({}), 'vm_1', signal)).toBeNull()
  expect(await consoleLog(node({ [consoleLogPath('vm_1')]: '' }), 'vm_1', signal)).toBe('')
  expect(await hypervisorLog(node({}), 'vm_1', signal)).toBe('')
})

it('reads on in the part before a rotation, never more than 64 KiB', async () => {
  const path = consoleLogPath('vm_1')
  expect(await consoleLog(node({ [path]: 'new', [`${path}.0`]: 'old, ' }), 'vm_1', signal)).toBe('old, new')
  const long = await consoleLog(node({ [path]: 'new', [`${path}.0`]: 'o'.repeat(70_000) }), 'vm_1', signal)
  expect(long).toHaveLength(65_536)
  expect(long).toMatch(/onew$/)
})

it('names one file below the folder, whatever the name', async () => {
  expect(consoleLogPath('../../etc/x')).toBe('/var/log/libvirt/qemu/.._.._etc_x.serial0.log')
  ran.length = 0
  await expect(removeConsoleLog(node({}), 'vm_1', signal)).rejects.toMatchObject({ code: 'device_rejected' })
  expect(ran[0]?.slice(0, 5)).toEqual(['rm', '-f', '--', consoleLogPath('vm_1'), `${consoleLogPath('vm_1')}.0`])
})
