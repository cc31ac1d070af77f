import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const entry = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
const lock = z.object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), entry) })

export type Package = {
  /** Place below the root, `node_modules/a/node_modules/b`: one name may be there in several versions. */
  place: string
  name: string
  version: string
  /** SHA-512 in hexadecimal digits. */
  sha512: string
  /** SPDX expression or name; null when the package states none. */
  license: string | null
  installScript: boolean
  optional: boolean
  /** Places of what it needs. */
  needs: string[]
}

const FOLDER = 'node_modules/'

/** What the panel needs to run, by the lock file; licences that it does not name are read from the installed packages. */
export function runtimePackages(root: string): { direct: string[]; packages: Package[] } {
  const { packages } = lock.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')))
  const list = Object.entries(packages)
    .filter(([place, { dev }]) => place !== '' && !dev)
    .map(([place, one]): Package => {
      const [algorithm, digest] = (one.integrity ?? '').split(' ')[0]?.split(/-(.*)/s) ?? []
      if (!one.version || algorithm !== 'sha512' || !digest)
        throw new Error(`${place} has no version or no SHA-512 in the lock file`)
      const wanted = Object.keys({ ...one.dependencies, ...one.optionalDependencies })
      return {
        place,
        name: place.slice(place.lastIndexOf(FOLDER) + FOLDER.length),
        version: one.version,
        sha512: Buffer.from(digest, 'base64').toString('hex'),
        license: one.license ?? statedLicense(path.join(root, place)),
        installScript: one.hasInstallScript === true,
        optional: one.optional === true,
        needs: wanted.map((name) => resolve(packages, place, name)).filter((found) => found !== null),
      }
    })
  return { direct: Object.keys(packages['']?.dependencies ?? {}), packages: list }
}

/** Where a package finds another one: below itself, then below each folder above. */
function resolve(packages: object, from: string, name: string): string | null {
  for (let at = from; ; ) {
    const place = `${at === '' ? '' : `${at}/`}${FOLDER}${name}`
    if (Object.hasOwn(packages, place)) return place
    if (at === '') return null
    at = at.slice(0, Math.max(0, at.lastIndexOf(`/${FOLDER}`)))
  }
}

const stated = z.object({
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
})

function statedLicense(folder: string): string | null {
  const file = path.join(folder, 'package.json')
  if (!existsSync(file)) return null
  const { license, licenses } = stated.parse(JSON.parse(readFileSync(file, 'utf8')))
  if (license) return typeof license === 'string' ? license : license.type
  return licenses?.map(({ type }) => type).join(' OR ') ?? licenseText(folder)
}

/** Old packages state theirs in a file only. */
function licenseText(folder: string): string | null {
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt']
    .map((name) => path.join(folder, name))
    .find((one) => existsSync(one))
  const text = file ? readFileSync(file, 'utf8') : ''
  if (/Permission is hereby granted, free of charge/.test(text)) return 'MIT'
  return /Apache License\s+Version 2\.0/.test(text) ? 'Apache-2.0' : namedInReadme(folder)
}

/** Others only name it, in a section of its own. */
function namedInReadme(folder: string): string | null {
  const file = ['README.md', 'Readme.md'].map((name) => path.join(folder, name)).find((one) => existsSync(one))
  const text = file ? readFileSync(file, 'utf8') : ''
  return /^#+ License\s+(MIT|ISC|BSD-[23]-Clause|Apache-2\.0)\s*$/m.exec(text)?.[1] ?? null
}
