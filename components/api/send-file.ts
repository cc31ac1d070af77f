'use client'
import { createContext, useContext } from 'react'
import { translateError } from './error-text-link.ts'
import { saidFault } from './fault.ts'

/** The session's proof that a call comes from a page of the panel. */
export const XsrfContext = createContext('')

/**
 * Calls an operation that takes a file: the file is the body, all else stands in the query. It goes over REST, since tRPC carries
 * JSON. What it throws is read by `apiFault`.
 */
export function useSendFile() {
  const xsrf = useContext(XsrfContext)
  return async <Answer>(path: `/${string}`, query: Record<string, string>, file: Blob): Promise<Answer> => {
    try {
      const headers = { 'x-xsrf-token': xsrf, 'content-type': 'application/octet-stream' }
      const address = `${path}?${new URLSearchParams(query)}`
      const response = await fetch(address, { method: 'POST', headers, body: file })
      const answer = await response.json()
      if (!response.ok) throw saidFault({ ...answer.error, http: response.status })
      return answer as Answer
    } catch (thrown) {
      await translateError(thrown as Error)
      throw thrown
    }
  }
}
