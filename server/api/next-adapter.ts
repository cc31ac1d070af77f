import { unstamped } from '../auth/page-address.ts'
import { PanelError } from '../domain/shared/errors.ts'
import { msg } from '../shared/text.ts'
import { openedApi } from './api-registry.ts'
import type { RequestEnv } from './rest.ts'

/**
 * The API through Next's route handlers: the same app that the panel's own server has in front of Next, for `next
 * start`. A request without the stamp of a server of the panel is rejected, because its origin is unknown.
 */
async function door(given: Request): Promise<Response> {
  const api = openedApi()
  const came = unstamped(given)
  if (!api || !came) return closed()
  const env: RequestEnv = { incoming: { socket: { remoteAddress: came.remoteAddress } } }
  return api.fetch(came.request, env)
}

function closed(): Response {
  const fault = new PanelError('internal', msg`The API was not started in this process`)
  return Response.json(fault.toBody(), { status: fault.http, headers: { 'cache-control': 'no-store' } })
}

export { door as DELETE, door as GET, door as HEAD, door as OPTIONS, door as PATCH, door as POST, door as PUT }
