import { pause } from '../../../../shared/abort.ts'
import type { WebAnswer } from '../../../peers/debian/http.ts'
import type { LiveBoot } from '../firmware.ts'
import type { ServerParts } from '../types.ts'

const AGAIN_MS = 1000
const ATTEMPTS = 60

/** The operation was ended meanwhile: nothing more is done. */
export class OperationOver extends Error {}

/** Why the work cannot be done, in the words that the panel gets. */
export class WorkFailed extends Error {}

/** What the live system asks the panel, as its agent does: again when nobody answers. */
export function panelOf({ segment, speed, print }: ServerParts, { address, key }: LiveBoot, signal: AbortSignal) {
  async function post(name: string, body: string): Promise<WebAnswer | null> {
    const url = new URL(`${address}/boot/${name}`)
    for (let n = 0; n < ATTEMPTS; n++) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' }
      const answer = await segment.ask({ url, method: 'POST', headers, body, signal })
      if (answer && answer.status < 500) return answer
      await pause(AGAIN_MS * Math.max(speed, 0.1), signal)
    }
    return null
  }
  return {
    post,
    /** Tells how far the work is. @throws OperationOver */
    async progress(step: string, percent: number, words: string): Promise<void> {
      print(`datahall: ${step} ${percent}% ${words}\r\n`)
      const text = Buffer.from(words).toString('base64')
      const answer = await post('progress', `step ${step}\npercent ${percent}\nwords ${text}\n`)
      if (answer && [403, 404, 409].includes(answer.status)) throw new OperationOver()
    },
  }
}
export type Panel = ReturnType<typeof panelOf>

/** The lines of a job: values by their names. */
export function readJob(text: string): Map<string, string[]> {
  const job = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [name = '', coded = ''] = line.split(' ')
    if (name === '' || coded === '') continue
    job.set(name, [...(job.get(name) ?? []), Buffer.from(coded, 'base64').toString()])
  }
  return job
}
