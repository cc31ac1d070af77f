'use client'
import { useEffect, useState } from 'react'
import { apiFault } from '../../api/fault.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { type Frame, framesOf, fromBase64 } from './tape.ts'

export type Loaded = {
  frames: readonly Frame[]
  /** Bytes that are here. */
  bytes: number
  /** All of it is here. */
  done: boolean
  /** The end is there too. */
  whole: boolean
  fault: string | null
}

const nothing: Loaded = { frames: [], bytes: 0, done: false, whole: false, fault: null }

/** Opens a recording, which stands in the audit, and reads it part by part. */
export function useRecordingFrames(id: number): Loaded {
  const { dci } = useTRPCClient()
  const [loaded, setLoaded] = useState<Loaded>(nothing)
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    const params = { recording_id: id }
    const read = async () => {
      const { pass } = await dci.recording.view.mutate({ params, body: {} }, { signal })
      const frames: Frame[] = []
      let bytes = 0
      let place: { at: number; chunk: number } | null = { at: 0, chunk: 0 }
      while (place && !signal.aborted) {
        const part: Awaited<ReturnType<typeof dci.recording.read.mutate>> = await dci.recording.read.mutate(
          { params, body: { pass, ...place } },
          { signal },
        )
        const raw = fromBase64(part.frames)
        for (const frame of framesOf(raw)) frames.push(frame)
        bytes += raw.length
        place = part.next
        const { whole } = part
        if (!signal.aborted) setLoaded({ frames: [...frames], bytes, done: place === null, whole, fault: null })
      }
    }
    // A page that is shown twice at once (development) opens it once.
    const begin = setTimeout(() => {
      read().catch((fault: unknown) => {
        if (!signal.aborted) setLoaded((now) => ({ ...now, done: true, fault: apiFault(fault).msg }))
      })
    })
    return () => {
      clearTimeout(begin)
      gone.abort()
    }
  }, [dci, id])
  return loaded
}
