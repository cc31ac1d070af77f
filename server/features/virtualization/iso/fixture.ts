import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { testApi } from '../../../../e2e/support/api.ts'
import { panelSettings, setPanelSettings } from '../../../process/settings.ts'
import { isoImage } from '../../../protocols/iso9660/write.ts'

/** An ISO image with a file of so many bytes. */
export const isoOf = (label: string, bytes = 1000): Buffer =>
  isoImage(label, new Map([['readme.txt', Buffer.alloc(bytes, `of ${label}\n`)]]), new Date(0))

export const sumOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A data folder of the test's own; answers its path and the way back. */
export function ownDataFolder(): { path: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'datahall-iso-'))
  const before = panelSettings()
  setPanelSettings({ ...before, dataDirectory: folder })
  return {
    path: folder,
    remove() {
      setPanelSettings(before)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Door = { handle: Awaited<ReturnType<typeof testApi>>['handle'] }
type Who = { token: string }

/** One request of an upload. */
export const patch = (door: Door, who: Who, at: string, offset: number, bytes: Uint8Array, headers = {}) =>
  Promise.resolve(
    door.handle(
      new Request(`http://panel.test${at}`, {
        method: 'PATCH',
        headers: {
          'x-xsrf-token': who.token,
          'tus-resumable': '1.0.0',
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
          'content-length': String(bytes.byteLength),
          ...headers,
        },
        body: bytes as Uint8Array<ArrayBuffer>,
      }),
    ),
  )

/** Where an upload goes on, as its server says. */
export async function offsetOf(door: Door, who: Who, at: string): Promise<number> {
  const headers = { 'x-xsrf-token': who.token, 'tus-resumable': '1.0.0' }
  const answer = await door.handle(new Request(`http://panel.test${at}`, { method: 'HEAD', headers }))
  return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : -answer.status
}

/** Sends an image from where the server is on. */
export async function send(
  door: Door,
  who: Who,
  at: string,
  bytes: Buffer,
  chunk = 1 << 20,
  headers = {},
): Promise<void> {
  for (let offset = await offsetOf(door, who, at); offset < bytes.length; ) {
    const answer = await patch(door, who, at, offset, bytes.subarray(offset, offset + chunk), headers)
    if (answer.status !== 204) throw new Error(`${answer.status}: ${await answer.text()}`)
    offset = Number(answer.headers.get('upload-offset'))
  }
}
