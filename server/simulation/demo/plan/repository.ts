import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { demoRescue, demoSystems } from './plan.ts'

/** Writes the demo's repository: an index and small files that stand for images. The simulated nodes copy and check them for real. */
export async function writeDemoRepository(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true })
  const images = []
  for (const [n, system] of [...demoSystems, demoRescue].entries()) {
    const content = randomBytes(256 * 1024)
    const file = `system-${n + 1}.raw`
    await writeFile(path.join(directory, file), content)
    images.push({
      ...system,
      file,
      format: 'raw',
      sha256: createHash('sha256').update(content).digest('hex'),
      size_bytes: content.length,
      virtual_size_mib: 1024,
      updated_at: new Date().toISOString(),
    })
  }
  await writeFile(path.join(directory, 'index.json'), JSON.stringify({ version: 1, name: 'Demo', images }, null, 1))
  return directory
}
