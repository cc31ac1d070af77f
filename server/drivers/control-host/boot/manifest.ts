import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { BootHost } from './host.ts'
import { MANIFEST } from './places.ts'

export const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

const packageName = z.string().regex(/^[a-z0-9][a-z0-9+.-]*$/)

const schema = z.object({
  /** SHA-256 of each file as it was put there, by path. */
  files: z.record(z.string(), z.string()).default({}),
  /** Packages that were asked for because they were missing, all that came with them, and units of them that were kept from starting. */
  packages: z.array(packageName).default([]),
  brought: z.array(packageName).default([]),
  masked: z.array(z.string().regex(/^[\w@.-]+\.service$/)).default([]),
  /** Version of each step that was done, by its name. */
  steps: z.record(z.string(), z.number()).default({}),
  /** What each service was started with, and what Kea was set to: checksums. */
  started: z.record(z.string(), z.string()).default({}),
})

/** What the panel has put onto a control host. */
export type Manifest = z.infer<typeof schema>

/** An absent or damaged one is empty: what it does not name is put there again. */
export async function readManifest(host: BootHost, signal: AbortSignal): Promise<Manifest> {
  const text = await host.read(MANIFEST, signal)
  try {
    return schema.parse(JSON.parse(text ?? '{}'))
  } catch {
    return schema.parse({})
  }
}

export async function writeManifest(host: BootHost, manifest: Manifest, signal: AbortSignal): Promise<void> {
  await host.write(MANIFEST, `${JSON.stringify(manifest, null, 1)}\n`, 0o600, signal)
}
