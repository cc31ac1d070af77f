import { apt, dpkgQuery } from './apt.ts'
import type { SimulatedDebian } from './debian.ts'
import { failed, type Input, type Program, plain, type Ran, said } from './ran.ts'
import { runScript } from './scripts.ts'
import { checkService, systemctl } from './services.ts'
import { curl } from './web.ts'

const OS_RELEASE = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n'
const PREFIX = 24

/** What is behind an option. */
const after = (args: readonly string[], option: string): string => args[args.indexOf(option) + 1] ?? ''

/** Network cards as iproute2 tells them. */
const links = ({ options }: SimulatedDebian) =>
  JSON.stringify([
    { ifname: 'lo', link_type: 'loopback', addr_info: [] },
    ...options.interfaces.map(({ name, mac, address }) => ({
      ...{ ifname: name, link_type: 'ether', address: mac, flags: ['BROADCAST', 'UP', 'LOWER_UP'] },
      addr_info: [
        {
          family: 'inet',
          local: address.split('/')[0],
          prefixlen: Number(address.split('/')[1] ?? PREFIX),
          scope: 'global',
        },
      ],
    })),
  ])

function install(host: SimulatedDebian, args: string[]): Ran {
  const [mode, paths] = [after(args, '-m'), args.slice(args.indexOf('--') + 1)]
  if (args.includes('-d')) {
    for (const path of paths) {
      host.tree.folders.add(path)
      host.state.about[path] = [mode, after(args, '-o'), after(args, '-g')]
    }
    host.save()
    return said('')
  }
  const [from = '', to = ''] = paths
  const source = host.tree.files.get(from)
  if (!source) return failed(`install: cannot stat '${from}': No such file or directory`)
  host.write(to, source.data, mode)
  return said('')
}

function stat(host: SimulatedDebian, args: string[]): Ran {
  const paths = args.slice(args.indexOf('--') + 1)
  const there = paths.filter((path) => host.isThere(path))
  const lines = there.map((path) => `${path} ${(host.state.about[path] ?? ['755', 'root', 'root']).join(' ')}\n`)
  return { code: there.length === paths.length ? 0 : 1, stdout: lines.join('') }
}

function test(host: SimulatedDebian, [kind = '', path = '']: string[]): Ran {
  const { files, folders } = host.tree
  const is = {
    '-f': files.has(path),
    '-d': folders.has(path),
    '-e': host.isThere(path),
    '-S': host.forwarded.has(path),
  }
  return { code: (is as Record<string, boolean>)[kind] ? 0 : 1 }
}

function remove(host: SimulatedDebian, args: string[]): Ran {
  // Its other end goes with the connection of who listens.
  for (const path of args.slice(args.indexOf('--') + 1)) host.remove(path)
  return said('')
}

function sums(host: SimulatedDebian, args: string[]): Ran {
  const [path = ''] = args.slice(args.indexOf('--') + 1)
  const sum = host.sumOf(path)
  return sum ? said(`${sum}  ${path}\n`) : failed(`sha256sum: ${path}: No such file or directory`)
}

const programs: Record<string, Program> = {
  'apt-get': apt,
  'apt-mark': () => said(''),
  cat: (host, args) => {
    const [path = ''] = plain(args)
    const text = path === '/etc/os-release' ? OS_RELEASE : host.text(path)
    return text === null ? failed(`cat: ${path}: No such file or directory`) : said(text)
  },
  chgrp: (host, args) => ({ code: host.isThere(args[1] ?? '') ? 0 : 1 }),
  chmod: (host, args) => ({ code: host.isThere(args[1] ?? '') ? 0 : 1 }),
  curl,
  df: ({ tree }, args) =>
    args.includes('--output=avail,size')
      ? said(`Avail 1B-blocks\n${tree.free} ${tree.total}\n`)
      : said(`Avail\n${tree.free}\n`),
  'dpkg-query': dpkgQuery,
  find: ({ tree }, [folder = '']) =>
    said(
      tree
        .names(folder)
        .flatMap((name) => {
          const file = tree.files.get(`${folder}/${name}`)
          return file ? [`${name} ${file.data.length}\n`] : []
        })
        .join(''),
    ),
  env: (_, args, { run }) => run(args.slice(args.findIndex((one) => !one.includes('=')))),
  id: (_, [what]) => said(what === '-un' ? 'root\n' : '0\n'),
  install,
  ip: (host) => said(links(host)),
  journalctl: () => said(''),
  python3: (host, args, input) => runScript(host, args, input),
  rm: remove,
  sh: (host, args, input) => (args[1] === 'check' ? checkService(host, args) : runScript(host, args, input)),
  sha256sum: sums,
  stat,
  systemctl,
  test,
  timeout: (_, args, { run }) => run(args.slice(args[0] === '-k' ? 3 : 1)),
  uname: () => said('Linux\n'),
}

/** Runs a program of the host; those that it does not have are not found. */
export async function runProgram(
  host: SimulatedDebian,
  [name = '', ...args]: string[],
  input: Omit<Input, 'run'>,
): Promise<Ran> {
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined
  if (!program) return failed(`${name}: command not found`, 127)
  return await program(host, args, { ...input, run: (argv) => runProgram(host, argv, input) })
}
