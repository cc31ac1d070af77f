import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { GuestWorld } from './facts.ts'
import { Guest } from './guest.ts'
import { Keyboard, signOf } from './keys.ts'
import { splitWords } from './shell.ts'

const asked: string[] = []
const world: GuestWorld = {
  facts: {
    hostname: 'web-1',
    is_container: false,
    os_name: 'Debian GNU/Linux 13',
    cpu_number: 2,
    ram_mib: 2048,
    failedUnits: [],
    disks: [{ name: 'vda', size: '20.0 GiB', mib: 20480 }],
    interfaces: [{ name: 'eth0', mac: '52:54:00:00:00:01', addresses: ['192.0.2.10/24'], gateway: '192.0.2.1' }],
  },
  accepts: (user, password) => user === 'root' && password === 'p4ss',
  uptimeMs: () => 3 * 86_400_000 + 5 * 3_600_000,
  now: () => new Date('2026-11-21T03:00:00Z'),
  power: (action) => asked.push(action),
}

/** A serial line whose whole text one can wait in. */
function line(guest: Guest) {
  const stream = guest.openSerial()
  let text = ''
  stream.on('data', (chunk: Buffer) => {
    text += chunk
  })
  return {
    stream,
    type: (keys: string) => stream.write(keys),
    async until(words: string): Promise<string> {
      while (!text.includes(words)) await once(stream, 'data')
      const all = text
      text = ''
      return all
    },
  }
}

async function signedIn() {
  const guest = new Guest(world, 0)
  const tty = line(guest)
  await tty.until('web-1 login: ')
  tty.type('root\rp4ss\r')
  await tty.until('# ')
  const run = async (command: string) => {
    tty.type(`${command}\r`)
    const all = await tty.until('# ')
    return all.slice(command.length).trim().split('\r\n').slice(0, -1).join('\n')
  }
  return { guest, tty, run }
}

describe('serial login', () => {
  it('shows what happened before a viewer connected, asks for a name, hides the password', async () => {
    const tty = line(new Guest(world, 0))
    const boot = await tty.until('web-1 login: ')
    expect(boot).toContain('Hostname set to <web-1>')
    tty.type('root\r')
    await tty.until('Password: ')
    tty.type('wrong\r')
    const answer = await tty.until('login: ')
    expect(answer).toContain('Login incorrect')
    expect(answer).not.toContain('wrong')
    tty.type('root\np4ss\n')
    expect(await tty.until('# ')).toContain('Linux web-1')
  })

  it('edits the line, and gives up on Ctrl-C and Ctrl-D', async () => {
    const { tty, run } = await signedIn()
    expect(await run('echo ab\x7f\x7fcd')).toContain('cd')
    tty.type('nonsense\x15hostname\r')
    expect(await tty.until('# ')).toContain('\r\nweb-1\r\n')
    tty.type('half a command\x03')
    await tty.until('^C\r\n')
    tty.type('\x1b[A\r')
    expect(await tty.until('web-1\r\n')).toContain('hostname')
    tty.type('\x04')
    await tty.until('login: ')
  })

  it('knows its VM', async () => {
    const { run } = await signedIn()
    expect(await run('ip a')).toContain('inet 192.0.2.10/24')
    expect(await run('ip r')).toContain('default via 192.0.2.1')
    expect(await run('nproc')).toContain('2')
    expect(await run('uptime')).toContain('up 3 days, 5:00')
    expect(await run('cat /etc/hostname')).toContain('web-1')
    expect(await run('cd /etc')).toBe('')
    expect(await run('ls')).toContain('hostname  hosts')
    expect(await run('cd ~')).toBe('')
    expect(await run('pwd')).toContain('/root')
    expect(await run('constructor')).toContain('command not found')
    expect(await run('cat /nope')).toContain('No such file')
  })

  it('powers off on request', async () => {
    const { run } = await signedIn()
    asked.length = 0
    await run('poweroff')
    await run('reboot')
    expect(asked).toEqual(['poweroff', 'reboot'])
  })

  it('drops output of a line that is not read rather than keeping it', async () => {
    const { guest, tty } = await signedIn()
    const asleep = guest.openSerial()
    for (let i = 0; i < 500; i++) {
      tty.type('help\r')
      await tty.until('# ')
    }
    expect(asleep.readableLength).toBeLessThan(128 * 1024)
  })

  it('goes dark when the VM is off, and all viewers are disconnected', async () => {
    const { guest, tty } = await signedIn()
    const screen = guest.openScreen('web-1', null)
    screen.resume()
    guest.goDown()
    await tty.until('poweroff.target')
    guest.powerOff()
    await Promise.all([once(tty.stream, 'close'), once(screen as Duplex, 'close')])
    expect(guest.screen.text().trim()).toBe('No signal')
  })
})

describe('screen', () => {
  it('scrolls, and takes keys of its keyboard', () => {
    const guest = new Guest(world, 0)
    const typed: string[] = []
    const keyboard = new Keyboard(
      (text) => typed.push(text),
      () => typed.push('RESET'),
    )
    expect(guest.screen.text()).toMatch(/web-1 login:$/)
    keyboard.key(0xffe3, true)
    keyboard.key(0x63, true)
    keyboard.key(0xffe9, true)
    keyboard.key(0xffff, true)
    keyboard.key(0xffe3, false)
    keyboard.key(0x63, true)
    expect(typed).toEqual(['\x03', 'RESET', 'c'])
    for (let i = 0; i < 30; i++) guest.screen.write(`line ${i}\r\n`)
    const lines = guest.screen.text().split('\n')
    expect(lines[0]).toBe('line 6')
    expect(lines.at(-1)).toBe('line 29')
  })

  it('understands the sequences it is sent, and swallows the rest', () => {
    const { screen } = new Guest(world, 0)
    screen.write('\x1b[H\x1b[2Jone\x1b[31m red\x1b[0m\x1b]0;title\x07\x1b[?25l\x1b[3;5Hhere\x1b[2D\x1b[K!')
    expect(screen.text()).toBe('one red0;title\n\n    he!')
    screen.write('\x1b[999;999H\x1b[999A\x1b[999D')
    screen.write('x'.repeat(85))
    expect(screen.text().split('\n')[1]).toBe('xxxxx')
  })

  it('knows the signs of keys', () => {
    expect([0x61, 0xe4, 0xff0d, 0xff08, 0x6c6, 0x1000444, 0x20ac, 0xffb7, 0xffe1, 0xffbe].map(signOf)).toEqual([
      ...['a', 'ä', '\r', '\x7f', 'ф', 'ф', '', '7', '', ''],
    ])
  })
})

it('splits words as a shell does', () => {
  expect(splitWords(`a  "b c" 'd"e' f"g h"i ""`)).toEqual(['a', 'b c', 'd"e', 'fg hi', ''])
  expect(splitWords('  ')).toEqual([])
})
