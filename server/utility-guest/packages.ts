import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { notHere, run } from './run.ts'

/** What programs and kernel are taken from. Packages of libraries follow from what these want loaded. */
const PACKAGES = [
  'busybox-static',
  'python3-minimal',
  'lvm2',
  'e2fsprogs',
  'fdisk',
  'xfsprogs',
  'btrfs-progs',
  'ntfs-3g',
  'linux-image-cloud-amd64',
]
/** Large, and of no use here. */
const LEFT_OUT = /^lib(icu|gnutls|perl|gtk)/

/** Packages in a folder, extracted over each other into `root`. */
export class Packages {
  readonly root: string
  readonly #debs: string
  readonly #names = new Set<string>()

  constructor(work: string) {
    this.root = path.join(work, 'root')
    this.#debs = path.join(work, 'debs')
    for (const folder of [this.root, this.#debs]) mkdirSync(folder, { recursive: true })
  }

  /** @throws PanelError refused, with what to do */
  async first(): Promise<void> {
    if (process.arch !== 'x64') throw notHere('it is no x86-64')
    await this.#fetch(PACKAGES)
    // These two are empty and depend on the package of the present version.
    await this.#fetch(await this.#dependencies(/^(linux-image-[\d.]+-|python3\.\d+-minimal$)/))
    await this.#fetch(await this.#dependencies(/^libpython3/))
  }

  /** Fetches the libraries that the packages so far depend on. @returns whether there were any */
  async more(): Promise<boolean> {
    const before = this.#names.size
    await this.#fetch((await this.#dependencies(/^(lib|zlib)/)).filter((name) => !LEFT_OUT.test(name)))
    return this.#names.size > before
  }

  /** Files of packages, as apt names them: name, version and architecture. */
  list(): string[] {
    return readdirSync(this.#debs).sort()
  }

  async #dependencies(wanted: RegExp): Promise<string[]> {
    const fields = await Promise.all(
      this.list().map((deb) =>
        run(['dpkg-deb', '--field', path.join(this.#debs, deb), 'Pre-Depends', 'Depends'], { timeoutMs: 10_000 }),
      ),
    )
    const names = fields.flatMap((field) => field.toString('utf8').match(/(?<=[:,|]\s*)[a-z0-9][a-z0-9+.-]+/g) ?? [])
    return [...new Set(names)].filter((name) => wanted.test(name))
  }

  /** apt checks what it fetches against the signed lists of the distribution. */
  async #fetch(names: readonly string[]): Promise<void> {
    const missing = names.filter((name) => !this.#names.has(name)).sort()
    if (missing.length === 0) return
    const before = new Set(this.list())
    const options = process.getuid?.() === 0 ? ['-o', 'APT::Sandbox::User=root'] : []
    await run(['apt-get', '-q', 'download', ...options, ...missing], { cwd: this.#debs, timeoutMs: 600_000 })
    for (const name of missing) this.#names.add(name)
    for (const deb of this.list().filter((one) => !before.has(one)))
      await run(['dpkg-deb', '--extract', path.join(this.#debs, deb), this.root], { timeoutMs: 120_000 })
  }

  /** A file of any package, by where it is without `usr`; null when none has it. */
  read(file: string): Buffer | null {
    for (const place of [file, path.join('usr', file)]) {
      try {
        return readFileSync(path.join(this.root, place))
      } catch {}
    }
    return null
  }
}
