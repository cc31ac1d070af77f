import type { Operation, OperationCourse } from './schema.ts'
import { evenSteps } from './steps.ts'

/** `expected`: has not begun, and usually does; `left`: will not begin any more. */
export type BarState = 'done' | 'running' | 'failed' | 'stopped' | 'expected' | 'left'

export type Bar = {
  /** Position of the step, or after the last one of what is expected. */
  key: number
  name: string
  state: BarState
  /** Seconds after the operation's first step; null for what has no place on the axis. */
  from: number | null
  seconds: number | null
  words: string | null
  percent: number | null
  /** Seconds that it still takes, by how far it is; null for what does not run, and where that cannot be told. */
  seconds_left: number | null
}

export type Waterfall = {
  bars: readonly Bar[]
  /** Seconds from the first step until now, or the end. */
  elapsed: number
  /** Seconds that it takes in all, as far as others tell; null when they do not. */
  expected: number | null
  /** Seconds that the axis reaches to. */
  length: number
}

type Ran = Pick<Operation, 'steps' | 'status' | 'created_at' | 'ended_at'>
const seconds = (from: string, to: number) => Math.max(0, (to - Date.parse(from)) / 1000)

/** The steps of an operation on one axis of time, and those that usually follow. @param now in ms, for what runs */
export function waterfallOf(
  { steps, status, created_at, ended_at }: Ran,
  course: OperationCourse | null,
  now: number,
): Waterfall {
  const first = steps[0]?.started_at ?? created_at
  const until = ended_at === null ? now : Date.parse(ended_at)
  const elapsed = seconds(first, until)
  const ran = steps.map((step, at): Bar => {
    const isLast = at === steps.length - 1
    const end = step.ended_at === null ? until : Date.parse(step.ended_at)
    const state = isLast && !isRestarted(step.name, status) ? lastState(status) : 'done'
    return {
      key: at,
      name: step.name,
      state,
      from: seconds(first, Date.parse(step.started_at)),
      seconds: seconds(step.started_at, end),
      words: step.words,
      percent: step.percent,
      seconds_left: state === 'running' ? leftByPercent(step, now) : null,
    }
  })
  const rest = following(steps, course)
  let at = elapsed + leftOfCurrent(steps, course, now)
  const isOpen = ended_at === null
  const next =
    status === 'ok'
      ? []
      : rest.map((step, n): Bar => {
          const from = at
          at += step.seconds ?? 0
          const isPlaced = isOpen && step.seconds !== null
          const place = isPlaced ? { from, seconds: step.seconds } : { from: null, seconds: null }
          return {
            key: ran.length + n,
            name: step.name,
            state: isOpen ? 'expected' : 'left',
            ...place,
            words: null,
            percent: null,
            seconds_left: null,
          }
        })
  const expected = isOpen && course !== null && course.operations > 0 ? at : null
  return { bars: [...ran, ...next], elapsed, expected, length: Math.max(expected ?? elapsed, 1) }
}

const lastStates = { created: 'running', running: 'running', ok: 'done', fail: 'failed', cancelled: 'stopped' } as const
const lastState = (status: Operation['status']): BarState => lastStates[status]
/** What was cancelled ends with the restart that was asked for. */
const isRestarted = (name: string, status: Operation['status']) => name === 'restart' && status === 'cancelled'

/** What usually comes after the furthest step that has begun, without what has been done. */
function following(steps: Ran['steps'], course: OperationCourse | null) {
  const usual = course?.steps ?? []
  const begun = new Set(steps.map(({ name }) => name))
  const furthest = usual.findLastIndex(({ name }) => begun.has(name))
  return usual.slice(furthest + 1)
}

/** What has begun only says too little of how fast it is. */
const TOLD_FROM = 10

/** Seconds that a step still takes when it goes on as fast as it went. */
function leftByPercent({ name, percent, started_at }: Ran['steps'][number], now: number): number | null {
  const end = evenSteps[name]
  if (end === undefined || percent === null || percent < TOLD_FROM || percent > end) return null
  return (seconds(started_at, now) * (end - percent)) / percent
}

/** Seconds that the step that runs still takes, by how far it is or as usual; one that is late may end at any moment. */
function leftOfCurrent(steps: Ran['steps'], course: OperationCourse | null, now: number): number {
  const last = steps.at(-1)
  const told = last && leftByPercent(last, now)
  if (typeof told === 'number') return told
  const usual = course?.steps.find(({ name }) => name === last?.name)
  return last && usual?.seconds ? Math.max(0, usual.seconds - seconds(last.started_at, now)) : 0
}

/** Seconds between the lines of an axis, so that there are five at most and people count in them. */
export function axisStep(length: number): number {
  const steps = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200]
  return steps.find((step) => length / step <= 5) ?? 86_400
}
