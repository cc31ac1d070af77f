import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConsoleLink, type LinkSocket, type LinkState, pauseMs } from './console-link.ts'

class FakeSocket implements LinkSocket {
  closed = false
  #listeners: ((event: { code: number; reason: string }) => void)[] = []
  addEventListener(type: string, listener: (event: { code: number; reason: string }) => void): void {
    if (type === 'close') this.#listeners.push(listener)
  }
  close(): void {
    this.closed = true
  }
  end(code: number, reason = ''): void {
    for (const listener of this.#listeners) listener({ code, reason })
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function setUp() {
  const states: LinkState[] = []
  const sockets: FakeSocket[] = []
  const readies: (() => void)[] = []
  let refusal: string | null = null
  let tickets = 0
  let detached = 0
  const link = new ConsoleLink<FakeSocket>({
    ticket: async () => {
      if (refusal) throw new Error(refusal)
      return { ticket: `t${++tickets}`, path: '/console/ws', recorded: false }
    },
    open: (path, protocols) => {
      expect(path).toBe('/console/ws')
      expect(protocols).toEqual(['binary', `datahall.ticket.t${tickets}`])
      sockets.push(new FakeSocket())
      return sockets.at(-1)!
    },
    attach: (_socket, ready) => {
      readies.push(ready)
      return () => detached++
    },
    onState: (state) => states.push(state),
  })
  return {
    link,
    states,
    sockets,
    readies,
    refuse: (words: string | null) => {
      refusal = words
    },
    state: () => states.at(-1),
    tickets: () => tickets,
    detached: () => detached,
    settle: () => vi.advanceTimersByTimeAsync(0),
  }
}

describe('console link', () => {
  it('gets a ticket for each attempt and says where it is', async () => {
    const t = setUp()
    t.link.start()
    await t.settle()
    t.readies[0]!()
    expect(t.states.map(({ at }) => at)).toEqual(['connecting', 'open'])
    t.link.stop()
    expect(t.sockets[0]!.closed).toBe(true)
    expect(t.detached()).toBe(1)
    t.sockets[0]!.end(1000)
    expect(t.state()).toEqual({ at: 'idle' })
  })

  it.each([
    [4000, 'ended'],
    [1012, 'restart'],
    [4021, 'device_unreachable'],
    [1006, 'lost'],
  ])('comes back by itself after %i (%s)', async (code, reason) => {
    const t = setUp()
    t.link.start()
    await t.settle()
    t.readies[0]!()
    t.sockets[0]!.end(code, 'words of the gateway')
    expect(t.state()).toMatchObject({ at: 'waiting', reason, words: 'words of the gateway' })
    await vi.advanceTimersByTimeAsync(700)
    expect(t.tickets()).toBe(2)
    t.readies[1]!()
    expect(t.state()).toEqual({ at: 'open' })
  })

  it.each([
    [4001, 'signed_out'],
    [4003, 'forbidden'],
    [4004, 'gone'],
    [4008, 'idle'],
    [4009, 'too_long'],
    [4010, 'too_many'],
    [4002, 'bad_client'],
  ])('waits for a person after %i (%s)', async (code, reason) => {
    const t = setUp()
    t.link.start()
    await t.settle()
    t.sockets[0]!.end(code)
    expect(t.state()).toMatchObject({ at: 'closed', reason })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(t.tickets()).toBe(1)
    t.link.start()
    await t.settle()
    expect(t.tickets()).toBe(2)
  })

  it('waits longer each time, and short again after a steady connection', async () => {
    const t = setUp()
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5)
    t.link.start()
    const pauses: number[] = []
    for (let i = 0; i < 8; i++) {
      await t.settle()
      t.sockets.at(-1)!.end(1006)
      const state = t.state()
      if (state?.at === 'waiting') pauses.push(state.retryAt - Date.now())
      await vi.advanceTimersByTimeAsync(pauses.at(-1) ?? 0)
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    await t.settle()
    t.readies.at(-1)!()
    await vi.advanceTimersByTimeAsync(30_000)
    t.sockets.at(-1)!.end(1006)
    expect(t.state()).toMatchObject({ retryAt: Date.now() + 500 })
    random.mockRestore()
  })

  it('shows why there is no ticket, and asks again', async () => {
    const t = setUp()
    t.refuse('The VM is stopped')
    t.link.start()
    await t.settle()
    expect(t.state()).toMatchObject({ at: 'waiting', reason: 'refused', words: 'The VM is stopped' })
    t.refuse(null)
    await vi.advanceTimersByTimeAsync(700)
    expect(t.sockets).toHaveLength(1)
  })

  it('shows the reason until there is more to report, unless it is connected anew by hand', async () => {
    const t = setUp()
    t.link.start()
    await t.settle()
    t.sockets[0]!.end(4021, 'In use')
    await vi.advanceTimersByTimeAsync(700)
    const again = { at: 'connecting', after: { reason: 'device_unreachable', words: 'In use' } }
    expect(t.state()).toEqual(again)
    t.sockets[1]!.end(4021, 'In use')
    t.link.start()
    expect(t.state()).toEqual({ at: 'connecting' })
  })

  it('forgets an attempt that was overtaken', async () => {
    const t = setUp()
    t.link.start()
    t.link.start()
    await t.settle()
    expect(t.sockets).toHaveLength(1)
    t.link.start()
    await t.settle()
    t.readies[0]!()
    t.sockets[0]!.end(4001)
    expect(t.state()).toEqual({ at: 'connecting' })
  })
})

it('pauses are uneven by a fifth', () => {
  expect([pauseMs(0, 0), pauseMs(0, 0.5), pauseMs(0, 1), pauseMs(99, 0.5)]).toEqual([400, 500, 600, 30_000])
})
