import type { Api } from './app.ts'

// Next's route handlers are another module graph of the same process: they are handed the one app that was made at start.
const place = globalThis as typeof globalThis & { datahallApi?: Api }

export function setApi(api: Api) {
  place.datahallApi = api
}

/** The API of this process; undefined until it was started. */
export const openedApi = (): Api | undefined => place.datahallApi
