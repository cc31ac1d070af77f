// npm run sbom: the bill of materials (CycloneDX) and the licences of what the panel needs to run, from the lock file and the
// installed packages alone, into generated/.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { cycloneDx, licenceList } from './sbom/document.ts'
import { runtimePackages } from './sbom/packages.ts'

const root = path.resolve(import.meta.dirname, '../..')
const own = z
  .object({ name: z.string(), version: z.string() })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
const { direct, packages } = runtimePackages(root)
const folder = path.join(root, 'generated')
mkdirSync(folder, { recursive: true })
writeFileSync(
  path.join(folder, 'sbom.cdx.json'),
  `${JSON.stringify(cycloneDx({ ...own, direct }, packages), null, 1)}\n`,
)
writeFileSync(path.join(folder, 'licences.txt'), `${licenceList(packages)}\n`)
console.log(
  `Wrote sbom.cdx.json and licences.txt of ${packages.length} packages, ${direct.length} of them direct, to generated/`,
)
