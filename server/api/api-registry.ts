import { kept } from '../shared/kept.ts'
import type { Api } from './app.ts'

// Next's route handlers are another module graph of the same process: they are handed the one app that was made at start.
const place = kept<Api>('api')

export function setApi(api: Api) {
  place.value = api
}

/** The API of this process; undefined until it was started. */
export const openedApi = (): Api | undefined => place.value
