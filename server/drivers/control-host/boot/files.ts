import type { BootHost } from './host.ts'
import { type Manifest, sha256 } from './manifest.ts'
import type { PlannedFile } from './types.ts'

/** How a file differs from what it should be: `changed` by another hand than the panel's, `old` since the panel has a newer one. */
export type FileFault = { file: PlannedFile; what: 'missing' | 'changed' | 'old' }

export async function wrongFiles(
  host: BootHost,
  files: readonly PlannedFile[],
  manifest: Manifest,
  signal: AbortSignal,
): Promise<FileFault[]> {
  const found = await host.checksums(
    files.map(({ path }) => path),
    signal,
  )
  return files.flatMap((file): FileFault[] => {
    const is = found.get(file.path)
    if (is === undefined) return [{ file, what: 'missing' }]
    if (is.sha256 === sha256(file.content) && is.mode === file.mode) return []
    return [{ file, what: is.sha256 === manifest.files[file.path] && is.mode === file.mode ? 'old' : 'changed' }]
  })
}

/** Writes those that differ, and removes what an earlier version put there and this one does not have. */
export async function putFiles(
  host: BootHost,
  files: readonly PlannedFile[],
  manifest: Manifest,
  signal: AbortSignal,
): Promise<Manifest> {
  for (const { file } of await wrongFiles(host, files, manifest, signal))
    await host.write(file.path, file.content, file.mode, signal)
  await removeFiles(host, others(files, manifest), signal)
  return { ...manifest, files: Object.fromEntries(files.map(({ path, content }) => [path, sha256(content)])) }
}

export const others = (files: readonly PlannedFile[], manifest: Manifest): string[] =>
  Object.keys(manifest.files).filter((path) => !files.some((file) => file.path === path))

/** Only below folders in which the panel puts files: a manifest is a file of the host. */
const OURS =
  /^\/etc\/(datahall\/boot\/[\w.-]+|systemd\/system\/datahall-boot-\w+\.service|tmpfiles\.d\/datahall-boot\.conf)$/

export async function removeFiles(host: BootHost, paths: readonly string[], signal: AbortSignal): Promise<void> {
  const ours = paths.filter((path) => OURS.test(path))
  if (ours.length > 0) await host.run(['rm', '-f', '--', ...ours], { signal })
}
