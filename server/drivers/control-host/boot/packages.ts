import { cleanMessage } from '../../clean-message.ts'
import { failed } from './errors.ts'
import type { BootHost } from './host.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { POLICY, QUIETLY, UNQUIET } from './quietly.ts'
import type { Unit } from './types.ts'

/** What the services are made of, on Debian and Ubuntu. */
export const PACKAGES = [
  'kea-dhcp4-server',
  'nginx-light',
  'dnsmasq-base',
  'ipxe',
  'curl',
  'ca-certificates',
  'python3',
] as const

/** Any of these is as good. */
const SAME: Record<string, readonly string[]> = { 'nginx-light': ['nginx-core', 'nginx-full', 'nginx-extras', 'nginx'] }
/** Services of the distribution that these packages bring, and that would take our ports. */
const THEIRS: Record<string, string> = {
  'kea-dhcp4-server': 'kea-dhcp4-server.service',
  'nginx-light': 'nginx.service',
}

/** Stay when the services go. */
const EVERY_DAY: readonly string[] = ['curl', 'ca-certificates', 'python3']

const APT_MS = 15 * 60_000
const apt = (...words: string[]) => [
  'env',
  'DEBIAN_FRONTEND=noninteractive',
  'LC_ALL=C',
  'apt-get',
  '-q',
  '-o',
  'DPkg::Lock::Timeout=300',
  ...words,
]

/** Names of packages that are needed and not installed. */
export async function missingPackages(host: BootHost, signal: AbortSignal): Promise<string[]> {
  const all = PACKAGES.flatMap((name) => [name, ...(SAME[name] ?? [])])
  // Its exit code is 1 when one of them is unknown.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query has place-holders of its own.
  const { stdout } = await host.try(['dpkg-query', '-W', '-f', '${db:Status-Abbrev} ${Package}\\n', ...all], { signal })
  const there = new Set(stdout.split('\n').flatMap((line) => (/^.i/.test(line) ? [line.slice(3).trim()] : [])))
  return PACKAGES.filter((name) => ![name, ...(SAME[name] ?? [])].some((one) => there.has(one)))
}

/** Packages whose versions tell what a service is. */
const SERVED_BY: Record<Unit, string> = { dhcp: 'kea-dhcp4-server', web: 'nginx-light', tftp: 'dnsmasq-base' }

/** Versions of the services as the host's packages name them; null for what is not installed. */
export async function installedVersions(host: BootHost, signal: AbortSignal): Promise<Record<Unit, string | null>> {
  const names = Object.values(SERVED_BY).flatMap((name) => [name, ...(SAME[name] ?? [])])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query has place-holders of its own.
  const format = '${db:Status-Abbrev} ${Package} ${Version}\\n'
  // Its exit code is 1 when one of them is unknown.
  const { stdout } = await host.try(['dpkg-query', '-W', '-f', format, ...names], { signal })
  const found = new Map([...stdout.matchAll(/^.i. ([a-z0-9.+-]+) (\S{1,100})$/gm)].map(([, name, is]) => [name, is]))
  const version = (name: string) => {
    const is = [name, ...(SAME[name] ?? [])].map((one) => found.get(one)).find((one) => one !== undefined)
    return is === undefined ? null : cleanMessage(is)
  }
  return { dhcp: version(SERVED_BY.dhcp), web: version(SERVED_BY.web), tftp: version(SERVED_BY.tftp) }
}

const quietly = (argv: readonly string[]) => ['sh', '-c', QUIETLY, 'sh', POLICY, ...argv]
/** What a cut has left by halves keeps apt from everything else. */
const configure = quietly(['env', 'DEBIAN_FRONTEND=noninteractive', 'dpkg', '--configure', '-a', '--force-confold'])
const more = (list: readonly string[], by: readonly string[]) => [...new Set([...list, ...by])]

/**
 * Installs what is missing, without questions. Services of the packages that come anew are masked first, so that they start neither now nor with
 * the host; those that were there before are left alone. All of it stands in the manifest of the host before it begins, so that it can be taken away
 * wherever it was cut.
 * @returns the manifest with what was installed
 */
export async function installPackages(host: BootHost, manifest: Manifest, signal: AbortSignal): Promise<Manifest> {
  const missing = await missingPackages(host, signal)
  if (missing.length === 0) return manifest
  const before = await installed(host, signal)
  const theirs = missing.flatMap((name) => THEIRS[name] ?? [])
  const words = ['install', '-y', '--no-install-recommends', ...missing]
  const trial = () => host.try(apt('-s', ...words), { signal, timeoutMs: APT_MS })
  let tried = await trial()
  if (tried.code !== 0) {
    // Lists that are absent or old, or an installation that was cut, are the usual reasons.
    await host.try(configure, { signal, timeoutMs: APT_MS })
    await host.run(apt('update'), { signal, timeoutMs: APT_MS })
    tried = await trial()
    if (tried.code !== 0) throw failed('apt-get', tried)
  }
  const wanted = {
    ...manifest,
    packages: more(manifest.packages, missing),
    brought: more(manifest.brought, wouldCome(tried.stdout)),
    masked: host.facts.systemd ? more(manifest.masked, theirs) : manifest.masked,
  }
  await writeManifest(host, wanted, signal)
  if (host.facts.systemd && theirs.length > 0) await host.run(['systemctl', 'mask', '--', ...theirs], { signal })
  await install(host, words, signal)
  const brought = [...(await installed(host, signal))].filter((name) => !before.has(name))
  return { ...wanted, brought: more(wanted.brought, brought) }
}

async function install(host: BootHost, words: readonly string[], signal: AbortSignal): Promise<void> {
  const argv = quietly(apt(...words))
  let done = await host.try(argv, { signal, timeoutMs: APT_MS })
  if (done.code !== 0) {
    // Lists may be old: what they name is not there any more.
    await host.try(configure, { signal, timeoutMs: APT_MS })
    await host.run(apt('update'), { signal, timeoutMs: APT_MS })
    done = await host.try(argv, { signal, timeoutMs: APT_MS })
  }
  if (done.code !== 0) throw failed('apt-get', done)
}

/** Names of all packages that are installed. */
const installed = (host: BootHost, signal: AbortSignal) => packagesOf(host, /^.i/, signal)
/** And of those that are there by halves. */
const present = (host: BootHost, signal: AbortSignal) => packagesOf(host, /^.[iUFHWt]/, signal)

/** @param state what the status of a package begins with, in the two letters of dpkg */
async function packagesOf(host: BootHost, state: RegExp, signal: AbortSignal): Promise<Set<string>> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query has place-holders of its own.
  const said = await host.run(['dpkg-query', '-W', '-f', '${db:Status-Abbrev} ${Package}\n'], {
    signal,
    maxOutput: 8 << 20,
  })
  return new Set(said.split('\n').flatMap((line) => (state.test(line) ? [line.slice(3).trim()] : [])))
}

/** Names of the packages that would go, from what `apt-get -s purge` prints. */
export const wouldGo = (said: string): string[] =>
  [...said.matchAll(/^(?:Purg|Remv) ([a-z0-9][a-z0-9+.-]*)/gm)].map(([, name = '']) => name)

/** Names of the packages that would come anew, from what `apt-get -s install` prints; one that is only renewed has its version in brackets. */
export const wouldCome = (said: string): string[] =>
  [...said.matchAll(/^Inst ([a-z0-9][a-z0-9+.-]*)(?::[a-z0-9]+)? \(/gm)].map(([, name = '']) => name)

/**
 * Takes away what `installPackages` brought, and gives the distribution its services back. What others have come to need stays: the
 * programs of every day, what was asked for by hand since, and whatever would take another package with it.
 */
export async function removePackages(host: BootHost, manifest: Manifest, signal: AbortSignal): Promise<void> {
  await host.run(['sh', '-c', UNQUIET, 'sh', POLICY], { signal })
  const there = await present(host, signal)
  const named = manifest.packages.filter((name) => there.has(name) && !EVERY_DAY.includes(name))
  const deps = manifest.brought.filter((name) => there.has(name) && !manifest.packages.includes(name))
  const auto = deps.length === 0 ? '' : await host.run(['apt-mark', 'showauto', ...deps], { signal })
  const ours = new Set([...named, ...deps.filter((name) => auto.split('\n').includes(name))])
  const whole = await installed(host, signal)
  if ([...ours].some((name) => !whole.has(name))) await host.try(configure, { signal, timeoutMs: APT_MS })
  const going = await removable(host, named, ours, signal)
  if (going.length > 0) await host.run(apt('purge', '-y', ...going), { signal, timeoutMs: APT_MS })
  if (manifest.masked.length > 0) await host.run(['systemctl', 'unmask', '-q', '--', ...manifest.masked], { signal })
}

/** What is only recommended or suggested to others keeps nothing here. */
const BY_NEED_ALONE = ['Recommends', 'Suggests'].flatMap((kind) => ['-o', `APT::AutoRemove::${kind}Important=false`])

/**
 * Those of our packages that go without taking another one with them: all at once, or else those asked for one by one, and of what came with
 * them what nothing needs then. Apt is asked a few times, however many packages there are.
 */
async function removable(
  host: BootHost,
  named: readonly string[],
  ours: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<string[]> {
  const trial = async (...words: string[]) =>
    wouldGo(await host.run(apt('-s', ...words), { signal, timeoutMs: APT_MS, maxOutput: 8 << 20 }))
  const goAlone = async (names: readonly string[]) =>
    names.length === 0 || (await trial('purge', ...names)).every((name) => ours.has(name))
  if (await goAlone([...ours])) return [...ours]
  const asked: string[] = []
  for (const name of named) if (await goAlone([name])) asked.push(name)
  const unneeded = await trial(...BY_NEED_ALONE, '--auto-remove', 'purge', ...asked)
  const going = unneeded.filter((name) => ours.has(name))
  return (await goAlone(going)) ? going : asked
}
