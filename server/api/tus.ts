import type { Context as HonoContext } from 'hono'
import { invalidInput, PanelError } from '../domain/shared/errors.ts'
import { msg } from '../shared/text.ts'
import { gather, lengthOf, piecesOf } from './body.ts'
import { type Caller, checkAccess } from './call.ts'
import type { Actor } from './context.ts'
import { COST, pay, takeSlot } from './rate-limit.ts'
import { readCaller } from './request.ts'
import { failure, type RestOptions } from './rest.ts'

/** How far an upload is: its next byte, and how many it has when that is known. */
export type UploadPlace = { received: number; size_bytes: number | null; expires_at: Date | null }

/** What takes uploads. Each call looks whether the upload is the caller's, and throws what the caller gets as an answer. */
export type UploadStore = {
  /** Where its uploads are, without their number. */
  path: `/${string}`
  /** Most bytes of one request. */
  most: number
  largest: number
  place(actor: Actor, id: number): Promise<UploadPlace>
  sayLength(actor: Actor, id: number, size_bytes: number): Promise<void>
  write(actor: Actor, id: number, offset: number, bytes: Uint8Array): Promise<UploadPlace>
  end(actor: Actor, id: number): Promise<void>
}

const VERSION = '1.0.0'
const TYPE = 'application/offset+octet-stream'

/**
 * Answers requests of resumable uploads (tus 1.0: core protocol, expiration, termination, deferred length). Uploads are begun by operations
 * of the catalogue. Who is asking and how much comes is looked at before bytes are read, and those of one request are held in memory.
 */
export async function answerUpload(c: HonoContext, store: UploadStore, options: RestOptions): Promise<Response> {
  const request = c.req.raw
  const { method } = request
  try {
    const caller = await readCaller(request, options.remoteAddress(c), options)
    const points = method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? COST.read : COST.change
    await pay(caller, points, options.rateLimit)
    checkAccess({ access: 'user' }, caller)
    const gone = () => request.signal.aborted
    return await takeSlot(caller, points, options.rateLimit, () => answer(c, store, caller.actor as Actor), gone)
  } catch (thrown) {
    const refused = failure(thrown, `${method} ${store.path}`)
    refused.headers.set('tus-resumable', VERSION)
    return refused
  }
}

async function answer(c: HonoContext, store: UploadStore, actor: Caller['actor'] & Actor): Promise<Response> {
  const request = c.req.raw
  if (request.method === 'OPTIONS')
    return plain(204, {
      'tus-version': VERSION,
      'tus-extension': 'expiration,termination,creation-defer-length',
      'tus-max-size': String(store.largest),
    })
  const id = numberOf(c.req.param('id'))
  if (id === null) throw new PanelError('not_found', msg`There is no such upload`)
  if (request.headers.get('tus-resumable') !== VERSION)
    throw invalidInput(msg`Uploads need the header Tus-Resumable: ${VERSION}`, 'Tus-Resumable')
  switch (request.method) {
    case 'HEAD':
    case 'GET':
      return plain(200, placeHeaders(await store.place(actor, id), true))
    case 'PATCH':
      return plain(204, placeHeaders(await take(request, store, actor, id), false))
    case 'DELETE':
      await store.end(actor, id)
      return plain(204, {})
    default:
      throw new PanelError('no_handler', msg`This operation does not exist`)
  }
}

async function take(request: Request, store: UploadStore, actor: Actor, id: number): Promise<UploadPlace> {
  if (request.headers.get('content-type') !== TYPE)
    throw invalidInput(msg`The bytes of an upload have the type ${TYPE}`, 'Content-Type')
  const offset = numberOf(request.headers.get('upload-offset'))
  if (offset === null) throw invalidInput(msg`Upload-Offset has to be the place of the first byte`, 'Upload-Offset')
  if (lengthOf(request) > store.most)
    throw new PanelError('too_large', msg`One request of an upload takes at most ${store.most / 2 ** 20} MiB`)
  const length = request.headers.get('upload-length')
  if (length !== null) await store.sayLength(actor, id, numberOf(length) ?? 0)
  return store.write(actor, id, offset, await gather(piecesOf(request, store.most)))
}

const numberOf = (text: string | null | undefined): number | null =>
  /^\d{1,15}$/.test(text ?? '') ? Number(text) : null

function placeHeaders({ received, size_bytes, expires_at }: UploadPlace, withLength: boolean): Record<string, string> {
  const length: Record<string, string> =
    size_bytes === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(size_bytes) }
  return {
    'upload-offset': String(received),
    ...(withLength && length),
    ...(expires_at && { 'upload-expires': expires_at.toUTCString() }),
  }
}

const plain = (status: number, headers: Record<string, string>) =>
  new Response(null, { status, headers: { 'tus-resumable': VERSION, 'cache-control': 'no-store', ...headers } })
