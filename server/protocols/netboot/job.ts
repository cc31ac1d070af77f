/** A job for the live system: names with values, a name may come several times. */
export type Job = readonly (readonly [name: string, value: string])[]

const NAME = /^[a-z][a-z0-9_]{0,31}$/

/** The job as lines `name base64(value)`: whatever stands in a value, a shell that reads it line by line takes it for data. */
export function encodeJob(job: Job): string {
  return job
    .map(([name, value]) => {
      if (!NAME.test(name)) throw new RangeError(`${JSON.stringify(name)} is no name of a job`)
      return `${name} ${Buffer.from(value).toString('base64')}\n`
    })
    .join('')
}

/** What a live system says of its work. */
export type Progress = { step: string; percent: number | null; words: string | null }

const MAX_WORDS = 500

/**
 * Reads the lines `step name`, `percent 0..100` and `words base64`. Lines of other names are of a later version and left out.
 * @returns null when there is no step, or a line is not what it has to be
 */
export function readProgress(text: string): Progress | null {
  const said = new Map<string, string>()
  for (const line of text.split('\n')) {
    if (line === '') continue
    const found = /^([a-z][a-z0-9_]{0,31}) (\S{1,1000})$/.exec(line)
    if (!found) return null
    said.set(found[1] ?? '', found[2] ?? '')
  }
  const step = said.get('step')
  if (step === undefined || !NAME.test(step)) return null
  const percent = said.get('percent')
  if (percent !== undefined && !/^(100|\d{1,2})$/.test(percent)) return null
  const words = said.get('words')
  return {
    step,
    percent: percent === undefined ? null : Number(percent),
    words: words === undefined ? null : Buffer.from(words, 'base64').toString('utf8').slice(0, MAX_WORDS),
  }
}
