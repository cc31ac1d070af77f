import { deviceRejected, deviceUnreachable, PanelError } from '../../../domain/shared/errors.ts'
import type { BmcPower } from '../../../drivers/bmc/types.ts'
import { panelSettings } from '../../../process/settings.ts'
import { joined, large, msg, type Text, type TextRecord, textFrom } from '../../../shared/text.ts'
import type { TaskContext } from '../../../tasks/define.ts'
import { TaskFault } from '../../../tasks/faults.ts'
import { askPower, command, switchInput, switchPower, untilAnswer, untilPower } from './devices.ts'
import { canBeCut, powerInputName, type Wiring } from './wiring.ts'

/** Of one attempt at a controller; at a PDU with the time until its turn comes, in which others of one order are served. */
export const DEVICE_MS = 120_000
const TURN_MS = 15 * 60_000
/** So long a controller is watched; what takes longer is looked at now and then, and the task sleeps in between. */
const WATCH_MS = 3_000

/** A fault after which a plan continues; anything else, and an abort, is thrown. */
export function foreseen(t: TaskContext, fault: unknown): PanelError {
  t.signal.throwIfAborted()
  if (fault instanceof PanelError) return fault
  if (fault instanceof TaskFault && fault.code === 'timeout') return deviceUnreachable(fault.text, { cause: fault })
  throw fault
}

/** One fault of all, so that people read of each device. */
export function combinedError(first: Text | null, faults: readonly PanelError[]): PanelError {
  const words = joined(
    faults.map(({ text }) => sentence(text)),
    '. ',
  )
  return new PanelError(faults[0]?.code ?? 'device_rejected', first ? msg`${first}. ${words}` : words)
}
const sentence = (text: Text) => large(text)

/** Switches all outlets of a server, one after another; goes on with the rest when one does not obey. */
async function switchInputs(
  t: TaskContext,
  { powerInputs }: Wiring,
  power: 'up' | 'down',
  options: { back?: boolean } = {},
) {
  const faults: PanelError[] = []
  let switched = 0
  for (const powerInput of powerInputs.filter((one) => one.can_switch)) {
    t.progress(
      power === 'up' ? 20 : 60,
      power === 'up' ? msg`Turning ${powerInputName(powerInput)} on` : msg`Turning ${powerInputName(powerInput)} off`,
    )
    try {
      const done = await t.step(
        `outlet_${powerInput.port_id}_${power}`,
        (signal) => switchInput(powerInput, power, signal),
        {
          timeoutMs: TURN_MS,
          // A restart that stops half-way leaves the server with power.
          ...(options.back && {
            undoUnfinished: true,
            undo: async (_: unknown, signal: AbortSignal) => void (await switchInput(powerInput, 'up', signal)),
          }),
        },
      )
      if (done === 'switched') switched++
    } catch (fault) {
      faults.push(foreseen(t, fault))
    }
  }
  return { switched, faults }
}

export const control = (t: TaskContext, ipmi_id: number, action: 'reset' | 'cycle' | 'soft') =>
  t.step(`controller_${action}`, (signal) => command(ipmi_id, action, signal), { timeoutMs: DEVICE_MS })

/** What a controller says after a command, where it is not what was wanted. */
const notSo = {
  unknown: {
    on: msg`The controller accepted the command but does not report whether the server is on`,
    off: msg`The controller accepted the command but does not report whether the server is off`,
  },
  other: {
    on: msg`The controller accepted the command but the server is not on`,
    off: msg`The controller accepted the command but the server is not off`,
  },
}

const waitFor = {
  on: msg`Waiting until the server is on`,
  off: msg`Waiting until the server is off`,
}

type Watch = (ipmi_id: number, watch: { wanted: 'on' | 'off'; ms: number }, signal: AbortSignal) => Promise<BmcPower>

const reach = (name: string, watch: Watch) => async (t: TaskContext, ipmi_id: number, wanted: 'on' | 'off') => {
  const ms = panelSettings().power.verify * 1000
  const power = await lookUntil(t, `${name}_${wanted}`, ms, (power) => power === wanted, {
    watch: (limit, signal) => watch(ipmi_id, { wanted, ms: limit }, signal),
    look: (signal) => askPower(ipmi_id, signal),
    wait: () => t.progress(80, waitFor[wanted]),
  })
  if (power !== wanted) throw deviceRejected(notSo[power === 'unknown' ? 'unknown' : 'other'][wanted])
}

/** Waits until a server is on or off by what its controller says. @throws PanelError when it does not become so */
const verify = reach('verify', untilPower)

/** Switches a server on or off by its controller, if it is not so already, and waits like `verify`. */
export const turn = reach('controller', switchPower)

/** Longest pause between two looks at a controller that starts or at a server that is switched. */
const LOOK_SECONDS = 5
/** Seconds between two looks at something that takes its time: soon at first, then now and then. */
export const looks = function* (limit: number, most = 15) {
  let waited = 0
  for (let pause = 1; waited < limit; pause = Math.min(pause * 2, most)) {
    const seconds = Math.min(pause, limit - waited)
    waited += seconds
    yield { seconds, waited }
  }
}

/** Watches a controller for a moment, then looks at it now and then: neither a place among the tasks nor a PDU waits for it meanwhile. */
async function lookUntil<T>(
  t: TaskContext,
  name: string,
  ms: number,
  isDone: (seen: T) => boolean,
  by: {
    watch(limitMs: number, signal: AbortSignal): Promise<T>
    look(signal: AbortSignal): Promise<T>
    wait?: () => void
  },
): Promise<T> {
  const first = Math.min(ms, WATCH_MS)
  let seen = await t.step(name, (signal) => by.watch(first, signal), { timeoutMs: first + DEVICE_MS })
  for (const { seconds, waited } of looks((ms - first) / 1000, LOOK_SECONDS)) {
    if (isDone(seen)) return seen
    by.wait?.()
    await t.sleep(`${name}_sleep_${waited}`, seconds * 1000)
    seen = await t.step(`${name}_${waited}`, (signal) => by.look(signal), { timeoutMs: DEVICE_MS })
  }
  return seen
}

/** Starts a server whose outlets have power: the controller may have just got its own. */
export async function startByController(t: TaskContext, ipmi_id: number, fresh: boolean) {
  if (fresh) {
    const ms = panelSettings().power.controller * 1000
    t.progress(40, msg`Waiting for the management controller`)
    const fault = await lookUntil<TextRecord | null>(t, 'controller_answers', ms, (silent) => silent === null, {
      watch: (limit, signal) => untilAnswer(ipmi_id, limit, signal),
      look: (signal) => untilAnswer(ipmi_id, 0, signal),
    })
    if (fault !== null) throw deviceUnreachable(textFrom(fault))
  }
  t.progress(60, msg`Starting`)
  await turn(t, ipmi_id, 'on')
}

const rest = (t: TaskContext) => {
  const { outlet } = panelSettings().power
  return outlet > 0 ? t.sleep('outlets_rest', outlet * 1000) : Promise.resolve()
}

/**
 * Outlets on, a pause until all have power, controller on; read back. Each device is tried, and all failures are
 * reported.
 */
export async function powerOn(t: TaskContext, wiring: Wiring): Promise<void> {
  const { switched, faults } = await switchInputs(t, wiring, 'up')
  if (switched > 0) await rest(t)
  let runs = faults.length < wiring.powerInputs.length
  if (wiring.ipmi_id !== null) {
    try {
      await startByController(t, wiring.ipmi_id, switched > 0)
      runs = true
    } catch (fault) {
      runs = false
      faults.push(foreseen(t, fault))
    }
  }
  if (faults.length > 0)
    throw combinedError(runs ? msg`The server is on, but not all of its power inputs` : null, faults)
}

/** Controller off, read back, then all outlets. Without an answer of the controller the outlets alone do it, if they can. */
export async function powerOff(t: TaskContext, wiring: Wiring) {
  const faults: PanelError[] = []
  if (wiring.ipmi_id !== null) {
    t.progress(20, msg`Forcing off`)
    try {
      await turn(t, wiring.ipmi_id, 'off')
    } catch (fault) {
      faults.push(foreseen(t, fault))
    }
  }
  const off = wiring.ipmi_id !== null && faults.length === 0
  const cut = await switchInputs(t, wiring, 'down')
  if (cut.faults.length === 0 && canBeCut(wiring)) return { by: 'outlets', controller: faults[0]?.message ?? null }
  faults.push(...cut.faults)
  if (faults.length > 0)
    throw combinedError(off ? msg`The server is off, but not all of its power inputs` : null, faults)
  return { by: 'controller' }
}

/** Outlets off, a pause, outlets on. An outlet that does not go off means that nothing was restarted: the others get their power back. */
async function restartByOutlets(t: TaskContext, wiring: Wiring) {
  const down = await switchInputs(t, wiring, 'down', { back: true })
  if (down.faults.length > 0) throw combinedError(msg`The server was not restarted`, down.faults)
  await rest(t)
  const up = await switchInputs(t, wiring, 'up')
  if (wiring.ipmi_id !== null) await startByController(t, wiring.ipmi_id, true)
  if (up.faults.length > 0)
    throw combinedError(msg`The server was turned off, but not all of its power inputs are on again`, up.faults)
}

/** Restarts a server, or starts one that is off. */
export async function restart(t: TaskContext, wiring: Wiring, how: 'reset' | 'cycle', isDark: () => Promise<boolean>) {
  const { ipmi_id } = wiring
  // Asked within a step: after a crash its outlets are off because we switched them off.
  const dark = await t.step('look_outlets', isDark)
  if (dark) return powerOn(t, wiring)
  if (ipmi_id === null) return restartByOutlets(t, wiring)
  t.progress(20, msg`Querying the management controller`)
  let power: 'on' | 'off' | 'unknown'
  try {
    power = await t.step('ask', (signal) => askPower(ipmi_id, signal), { timeoutMs: DEVICE_MS })
  } catch (fault) {
    const silent = foreseen(t, fault)
    if (!canBeCut(wiring)) throw silent
    return restartByOutlets(t, wiring)
  }
  if (power === 'off') return powerOn(t, wiring)
  t.progress(50, msg`Restarting`)
  await control(t, ipmi_id, how)
  // What was switched off for a moment must not be taken for what was never on.
  if (how === 'cycle') await rest(t)
  await verify(t, ipmi_id, 'on')
}
