import { createHash } from 'node:crypto'
import type { Package } from './packages.ts'

const purl = ({ name, version }: { name: string; version: string }) =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`

/** An SPDX expression or id, or a name that SPDX does not know. */
const licenses = (text: string | null) =>
  text === null
    ? []
    : [
        / (OR|AND|WITH) /.test(text)
          ? { expression: text }
          : / /.test(text)
            ? { license: { name: text } }
            : { license: { id: text } },
      ]

type Application = { name: string; version: string; direct: readonly string[] }

/** Software bill of materials, CycloneDX 1.6: the same for the same lock file. */
export function cycloneDx(own: Application, packages: readonly Package[]) {
  const refs = new Map(packages.map((one) => [one.place, `${purl(one)}#${one.place}`]))
  const ref = (place: string) => refs.get(place) ?? place
  const digest = createHash('sha256')
    .update(JSON.stringify([own, packages]))
    .digest('hex')
  const uuid = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
  const self = `pkg:npm/${own.name}@${own.version}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': self, name: own.name, version: own.version },
    },
    components: packages.map((one) => ({
      type: 'library',
      'bom-ref': ref(one.place),
      name: one.name,
      version: one.version,
      scope: one.optional ? 'optional' : 'required',
      hashes: [{ alg: 'SHA-512', content: one.sha512 }],
      licenses: licenses(one.license),
      purl: purl(one),
    })),
    dependencies: [
      { ref: self, dependsOn: own.direct.map((name) => ref(`node_modules/${name}`)) },
      ...packages.map((one) => ({ ref: ref(one.place), dependsOn: [...new Set(one.needs)].map(ref) })),
    ],
  }
}

/** `licence  name@version` a line, by licence. */
export const licenceList = (packages: readonly Package[]): string =>
  [...new Set(packages.map((one) => `${one.license ?? 'none stated'}\t${one.name}@${one.version}`))].sort().join('\n')
