import { expect, it } from 'vitest'
import { bootScript } from './boot-script.ts'

const ticket = 'A'.repeat(43)
const script = { kernel: 'a'.repeat(64), initrd: 'b'.repeat(64), args: ['panic=10', 'root=LABEL=x'] }
const address = 'http://10.77.0.2:8080'

it('fetches a kernel and two initial RAM disks, and says by which card it came', () => {
  expect(bootScript(address, ticket, script).split('\n')).toEqual([
    '#!ipxe',
    `kernel ${address}/a/${'a'.repeat(64)} initrd=session initrd=system console=tty0 console=ttyS0,115200 quiet panic=10 root=LABEL=x BOOTIF=01-\${mac:hexhyp}`,
    `initrd --name system ${address}/a/${'b'.repeat(64)}`,
    `initrd --name session ${address}/boot/${ticket}/session`,
    'boot',
    '',
  ])
})

it.each(['a b', 'a\nshell', `\${next-server}`, 'x&&y', '#', '', 'x'.repeat(201), 'é'])(
  'the argument %j is refused',
  (one) => {
    expect(() => bootScript(address, ticket, { ...script, args: [one] })).toThrow(RangeError)
  },
)

it.each([
  ['http://10.0.0.1/x', ticket, script],
  ['https://10.0.0.1', ticket, script],
  [address, `${ticket}/..`, script],
  [address, ticket, { ...script, kernel: '../vmlinuz' }],
] as const)('%j %j %j is refused', (where, which, what) => {
  expect(() => bootScript(where, which, what)).toThrow(RangeError)
})
