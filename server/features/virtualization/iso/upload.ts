import type { iso } from '../../../../generated/prisma/client.ts'
import type { Actor } from '../../../api/context.ts'
import type { UploadPlace, UploadStore } from '../../../api/tus.ts'
import { db } from '../../../db/pool.ts'
import { lockRow, transaction } from '../../../db/transaction.ts'
import { CHUNK_BYTES, MAX_ISO_BYTES } from '../../../domain/iso/kinds.ts'
import { invalidInput, notFound, PanelError, refused, wrongState } from '../../../domain/shared/errors.ts'
import { DESCRIPTORS_END, isoFault } from '../../../protocols/iso9660/check.ts'
import { msg } from '../../../shared/text.ts'
import { cancelTask } from '../../../tasks/cancel.ts'
import { releaseDeferred } from '../../../tasks/enqueue.ts'
import { uploadEnd } from './begin-upload.ts'
import { updateIso } from './changes.ts'
import { openForWriting, requireRoom } from './folder.ts'
import { requireQuota } from './limits.ts'
import { LOOK_BYTES, requireUnpromised } from './reserve.ts'

/** Other pages see how far an upload is after so many bytes. */
const PUBLISHED_BYTES = 256 * 2 ** 20

const ofActor = (actor: Actor, id: number) => ({ id, ...(!actor.isAdmin && { account_id: actor.account_id }) })
const placeOf = ({ received, size_bytes, expires_at }: iso): UploadPlace => ({
  received: Number(received),
  size_bytes: size_bytes === null ? null : Number(size_bytes),
  expires_at,
})

/** How far an upload of the caller is. One that has ended is where it ended. */
export async function uploadPlace(actor: Actor, id: number): Promise<UploadPlace> {
  const row = await db().prisma.iso.findFirst({ where: ofActor(actor, id) })
  if (!row || !['uploading', 'checking', 'ready'].includes(row.state)) throw notFound(msg`Upload`, id)
  return placeOf(row)
}

/**
 * Says how large an upload is, which was begun without. @throws PanelError when it is too large, or another size was said before
 */
export async function sayLength(actor: Actor, id: number, size_bytes: number): Promise<void> {
  if (!Number.isSafeInteger(size_bytes) || size_bytes < 1 || size_bytes > MAX_ISO_BYTES)
    throw new PanelError('too_large', msg`An ISO image can have ${MAX_ISO_BYTES / 2 ** 30} GiB`, {
      value: 'Upload-Length',
    })
  await transaction(async (work) => {
    const row = await work.tx.iso.findFirst({ where: { ...ofActor(actor, id), state: 'uploading' } })
    if (!row) throw notFound(msg`Upload`, id)
    if (row.size_bytes !== null && Number(row.size_bytes) !== size_bytes)
      throw invalidInput(msg`The upload was begun with ${Number(row.size_bytes)} bytes`, 'Upload-Length')
    if (row.size_bytes !== null) return
    await requireQuota(work, { ...actor, isAdmin: actor.isAdmin || row.account_id === null }, size_bytes, row.id)
    if (row.folder !== null) await requireUnpromised(work, row.folder, size_bytes, row.id)
    await updateIso(work, id, { size_bytes: BigInt(size_bytes), reserved: BigInt(size_bytes) })
  })
}

/**
 * Writes the next bytes of an upload. Whichever process gets them: the row is held while they are written, so of two requests for the same
 * place one is refused, and bytes that were written without being noted are written again.
 * @returns how far it is
 */
export async function writePart(actor: Actor, id: number, offset: number, bytes: Uint8Array): Promise<UploadPlace> {
  return transaction(
    async (work) => {
      await lockRow(work, 'iso', id)
      const row = await work.tx.iso.findFirst({ where: { ...ofActor(actor, id), state: 'uploading' } })
      if (!row) throw notFound(msg`Upload`, id)
      if (row.size_bytes === null)
        throw invalidInput(
          msg`The first bytes of an upload that was begun without its size need Upload-Length`,
          'Upload-Length',
        )
      const [received, size] = [Number(row.received), Number(row.size_bytes)]
      if (offset !== received) throw wrongState(msg`The upload goes on at byte ${received}`, 'Upload-Offset')
      if (received + bytes.byteLength > size)
        throw new PanelError('too_large', msg`The upload was begun with ${size} bytes`, { value: 'Upload-Offset' })
      const now = received + bytes.byteLength
      // The room was promised, but others write to the same file system as well.
      if (received === 0 || Math.floor(now / LOOK_BYTES) > Math.floor(received / LOOK_BYTES))
        await requireRoom(bytes.byteLength)
      await write(row, received, bytes)
      const done = now === size
      const data = { received: BigInt(now), expires_at: done ? null : uploadEnd() }
      if (done && row.task !== null) await releaseDeferred(work, [row.task])
      // Published now and then only: the page that sends it knows how far it is.
      if (done) return placeOf(await updateIso(work, id, { ...data, state: 'checking' }))
      if (Math.floor(now / PUBLISHED_BYTES) > Math.floor(received / PUBLISHED_BYTES))
        return placeOf(await updateIso(work, id, data))
      return placeOf(await work.tx.iso.update({ where: { id }, data }))
    },
    { timeoutMs: 30_000 },
  )
}

async function write(row: iso, at: number, bytes: Uint8Array): Promise<void> {
  const handle = await openForWriting(row)
  try {
    await handle.write(bytes, 0, bytes.byteLength, at)
    // What is no ISO image need not be sent to its end.
    if (at < DESCRIPTORS_END && at + bytes.byteLength >= DESCRIPTORS_END) {
      const head = Buffer.alloc(DESCRIPTORS_END)
      await handle.read(head, 0, DESCRIPTORS_END, 0)
      const fault = isoFault(head, Number(row.size_bytes))
      if (fault) throw refused(fault)
    }
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** Calls an upload off; its task clears it away. */
export async function endUpload(actor: Actor, id: number): Promise<void> {
  await transaction(async (work) => {
    const row = await work.tx.iso.findFirst({ where: { ...ofActor(actor, id), state: 'uploading' } })
    if (!row) throw notFound(msg`Upload`, id)
    if (row.task !== null) await cancelTask(work, row.task)
  })
}

/** Uploads of ISO images, as the server takes them. */
export const isoUploads: UploadStore = {
  path: '/vm/v3/iso_upload',
  most: CHUNK_BYTES,
  largest: MAX_ISO_BYTES,
  place: uploadPlace,
  sayLength,
  write: writePart,
  end: endUpload,
}
