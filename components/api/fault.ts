/** An error of the API as pages show it: its text, and the field it is about. */
export type ApiFault = { code: number; msg: string; value: string; http: number }

type Shape = {
  data?: { panel?: { code: number; msg: string; value: string }; httpStatus?: number } | null
  message: string
}

/** `code` when the record was changed since it was read. */
export const STALE = 9006

/** Shown when there was no answer at all. */
export const noAnswer = 'The panel does not answer. Check the connection and try again.'

/** Reads a fault out of whatever a query or mutation threw; a network that is away has words of its own. */
export function apiFault(thrown: unknown): ApiFault {
  const error = thrown as Shape
  const panel = error?.data?.panel
  if (panel) return { ...panel, http: error.data?.httpStatus ?? 500 }
  return { code: 0, msg: noAnswer, value: '', http: 0 }
}

/** A fault with words of the page's own, to be thrown where the API's would be: `apiFault` reads it back. */
export function saidFault({ code, msg, value, http }: ApiFault): Error {
  return Object.assign(new Error(msg), { data: { panel: { code, msg, value }, httpStatus: http } })
}
