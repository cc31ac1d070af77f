import type { GuestWorld } from './facts.ts'

export type ShellAnswer = { text: string; exit?: true; clear?: true }

type Command = { about: string; run: (args: string[], shell: Shell) => string | ShellAnswer }

/** A small shell on a small read-only system: enough to see that one is on the right VM. */
export class Shell {
  readonly user: string
  readonly world: GuestWorld
  cwd: string
  history: string[] = []

  constructor(user: string, world: GuestWorld) {
    this.user = user
    this.world = world
    this.cwd = this.home
  }

  get home(): string {
    return this.user === 'root' ? '/root' : `/home/${this.user}`
  }

  get prompt(): string {
    const place = this.cwd === this.home ? '~' : this.cwd
    return `\x1b[1m${this.user}@${this.world.facts.hostname}:${place}\x1b[0m${this.user === 'root' ? '#' : '$'} `
  }

  run(line: string): ShellAnswer {
    const words = splitWords(line)
    const [name, ...args] = words
    if (name === undefined) return { text: '' }
    this.history.push(line)
    if (this.history.length > 100) this.history.shift()
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) return { text: `-bash: ${name}: command not found` }
    const answer = command.run(args, this)
    return typeof answer === 'string' ? { text: answer } : answer
  }

  resolve(path: string): string {
    const whole = path.replace(/^~(?=\/|$)/, this.home)
    const parts = (whole.startsWith('/') ? whole : `${this.cwd}/${whole}`).split('/')
    const out: string[] = []
    for (const part of parts) {
      if (part === '..') out.pop()
      else if (part !== '' && part !== '.') out.push(part)
    }
    return `/${out.join('/')}`
  }

  /** All files there are, with what is in them. */
  files(): Map<string, string> {
    const { facts } = this.world
    return new Map([
      ['/etc/hostname', `${facts.hostname}`],
      ['/etc/hosts', `127.0.0.1 localhost\n127.0.1.1 ${facts.hostname}`],
      ['/etc/os-release', `PRETTY_NAME="${facts.os_name}"\nID=debian\nVERSION_ID="13"`],
      ['/etc/motd', motd],
      ['/proc/uptime', `${(this.world.uptimeMs() / 1000).toFixed(2)} 0.00`],
      ['/proc/meminfo', `MemTotal:       ${facts.ram_mib * 1024} kB`],
      [`${this.home}/README`, 'This guest is simulated: its files can be read, not changed.'],
    ])
  }
}

const motd = 'This machine is simulated. Type help to see what it can do.'

const pad = (text: string | number, width: number) => String(text).padStart(width)

function folders(files: Map<string, string>): Set<string> {
  const all = new Set(['/', '/dev', '/home', '/tmp', '/var'])
  for (const path of files.keys()) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) all.add(path.slice(0, at))
  }
  return all
}

function list(shell: Shell, path: string): string {
  const files = shell.files()
  const full = shell.resolve(path)
  if (files.has(full)) return path
  const all = folders(files)
  if (!all.has(full)) return `ls: cannot access '${path}': No such file or directory`
  const start = full === '/' ? '/' : `${full}/`
  const names = [...files.keys(), ...all]
    .filter((p) => p !== '/' && p.startsWith(start) && p.length > start.length)
    .map((p) => p.slice(start.length).split('/')[0] ?? '')
  return [...new Set(names)].sort().join('  ')
}

function memory({ world }: Shell): string {
  const total = world.facts.ram_mib
  const used = Math.round(total * 0.38)
  const cache = Math.round(total * 0.21)
  return `${' '.repeat(15)}total        used        free   buff/cache\nMem:  ${pad(total, 14)}${pad(used, 12)}${pad(total - used - cache, 12)}${pad(cache, 13)}`
}

function addresses({ world }: Shell): string {
  const lines = ['1: lo: <LOOPBACK,UP> mtu 65536', '    inet 127.0.0.1/8 scope host lo']
  world.facts.interfaces.forEach((nic, i) => {
    lines.push(`${i + 2}: ${nic.name}: <BROADCAST,MULTICAST,UP> mtu 1500`, `    link/ether ${nic.mac}`)
    for (const ip of nic.addresses)
      lines.push(`    ${ip.includes(':') ? 'inet6' : 'inet'} ${ip} scope global ${nic.name}`)
  })
  return lines.join('\n')
}

function routes({ world }: Shell): string {
  const [nic] = world.facts.interfaces
  return nic?.gateway ? `default via ${nic.gateway} dev ${nic.name}` : ''
}

function uptime({ world }: Shell): string {
  const minutes = Math.floor(world.uptimeMs() / 60_000)
  const days = Math.floor(minutes / 1440)
  const span = `${days > 0 ? `${days} days, ` : ''}${Math.floor((minutes % 1440) / 60)}:${String(minutes % 60).padStart(2, '0')}`
  return ` ${world.now().toISOString().slice(11, 19)} up ${span},  1 user,  load average: 0.12, 0.08, 0.05`
}

function power(action: 'poweroff' | 'reboot') {
  return (_args: string[], shell: Shell): string => {
    if (shell.user !== 'root') return `${action}: must be superuser`
    shell.world.power(action)
    return ''
  }
}

const commands: Record<string, Command> = {
  cat: {
    about: 'show a file',
    run: (args, shell) => {
      const files = shell.files()
      return args.map((arg) => files.get(shell.resolve(arg)) ?? `cat: ${arg}: No such file or directory`).join('\n')
    },
  },
  cd: {
    about: 'change the folder',
    run: ([path = '~'], shell) => {
      const full = shell.resolve(path)
      if (!folders(shell.files()).has(full)) return `-bash: cd: ${path}: No such file or directory`
      shell.cwd = full
      return ''
    },
  },
  clear: { about: 'clear the screen', run: () => ({ text: '', clear: true }) },
  date: { about: 'show the time', run: (_args, { world }) => world.now().toUTCString().replace('GMT', 'UTC') },
  df: {
    about: 'show the room on disks',
    run: (_args, { world }) =>
      [
        'Filesystem     1M-blocks   Used Available Use% Mounted on',
        ...world.facts.disks.map(
          (disk, i) =>
            `/dev/${`${disk.name}1`.padEnd(9)}${pad(disk.mib, 10)}${pad(Math.round(disk.mib * 0.17), 7)}${pad(Math.round(disk.mib * 0.83), 10)}  17% ${i === 0 ? '/' : `/mnt/${disk.name}`}`,
        ),
      ].join('\n'),
  },
  echo: { about: 'print words', run: (args) => args.join(' ') },
  exit: { about: 'sign out', run: () => ({ text: 'logout', exit: true }) },
  free: { about: 'show the memory', run: (_args, shell) => memory(shell) },
  help: {
    about: 'show this list',
    run: () =>
      Object.entries(commands)
        .map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`)
        .join('\n'),
  },
  history: {
    about: 'show earlier lines',
    run: (_args, { history }) => history.map((line, i) => `${pad(i + 1, 5)}  ${line}`).join('\n'),
  },
  hostname: { about: 'show the name', run: (_args, { world }) => world.facts.hostname },
  id: {
    about: 'show who you are',
    run: (_args, { user }) => {
      const id = user === 'root' ? 0 : 1000
      return `uid=${id}(${user}) gid=${id}(${user}) groups=${id}(${user})`
    },
  },
  ip: {
    about: 'show addresses (ip a) or routes (ip r)',
    run: ([what = 'a'], shell) => (what.startsWith('r') ? routes(shell) : addresses(shell)),
  },
  logout: { about: 'sign out', run: () => ({ text: 'logout', exit: true }) },
  ls: {
    about: 'list a folder',
    run: (args, shell) => list(shell, args.find((arg) => !arg.startsWith('-')) ?? shell.cwd),
  },
  nproc: { about: 'count CPUs', run: (_args, { world }) => String(world.facts.cpu_number) },
  poweroff: { about: 'switch the machine off', run: power('poweroff') },
  pwd: { about: 'show the folder', run: (_args, { cwd }) => cwd },
  reboot: { about: 'start the machine anew', run: power('reboot') },
  uname: {
    about: 'show the system',
    run: ([flag], { world }) =>
      flag === '-a' ? `Linux ${world.facts.hostname} 6.12.41-amd64 #1 SMP PREEMPT_DYNAMIC x86_64 GNU/Linux` : 'Linux',
  },
  uptime: { about: 'show how long it runs', run: (_args, shell) => uptime(shell) },
  whoami: { about: 'show who you are', run: (_args, { user }) => user },
}

/** Words of a line; quotes hold a word together. */
export function splitWords(line: string): string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'))
}
