import type { ScriptType } from '../../domain/recipe/kinds.ts'
import { wrongSystem } from '../../domain/recipe/messages.ts'
import { deviceRejected } from '../../domain/shared/errors.ts'
import type { GuestScript, GuestScriptReading } from '../../drivers/hypervisor/guest-types.ts'
import { msg } from '../../shared/text.ts'
import { requireAgent } from './domains.ts'
import { isWindowsName } from './faults.ts'
import { type DummyNode, need } from './node.ts'
import { type DummyDomain, type DummyScript, isOn, type NodeState } from './state.ts'

/** Seconds of a `sleep` that are believed. */
const LONGEST_S = 3600
const MOST_LINES = 2000

const scriptOf = ({ guest }: DummyDomain, token: string): DummyScript | undefined =>
  guest.scripts && Object.hasOwn(guest.scripts, token) ? guest.scripts[token] : undefined

function needOn(node: DummyNode, state: NodeState, name: string): DummyDomain {
  const domain = need(state, name)
  if (!isOn(domain)) throw deviceRejected(msg`Scripts can only be run while the VM runs`)
  requireAgent(node, name, domain)
  return domain
}

/** Works out what a script writes; a run that was started before goes on as it is. */
export function startScript(node: DummyNode, name: string, run: GuestScript): Promise<void> {
  const { token, type = 'shell', script, environment } = run
  return node.store.update((state) => {
    const domain = needOn(node, state, name)
    if (isWindowsName(domain.guest.hostname, name) !== (type === 'power_shell')) throw deviceRejected(wrongSystem[type])
    if (scriptOf(domain, token)) return
    domain.guest.scripts = {
      ...domain.guest.scripts,
      [token]: simulate(script, type, environment, node.speed, Date.now()),
    }
  })
}

export async function readScript(
  node: DummyNode,
  name: string,
  token: string,
  offset: number,
): Promise<GuestScriptReading> {
  const domain = needOn(node, await node.store.read(), name)
  const run = scriptOf(domain, token)
  if (!run || run.started_at < (domain.started_at ?? 0))
    throw deviceRejected(
      msg`The guest knows nothing of the script any more: it was probably restarted while the script ran`,
    )
  const past = Date.now() - run.started_at
  const all = Buffer.from(
    run.lines.flatMap(({ after_ms, text }) => (after_ms <= past ? [`${text}\n`] : [])).join(''),
    'utf8',
  )
  const ended = past >= run.ends_ms && offset >= all.length
  return {
    state: ended ? 'ended' : 'running',
    exit_code: ended ? run.exit_code : null,
    output: all.subarray(offset).toString('utf8'),
    next: Math.max(offset, all.length),
  }
}

export function endScript(node: DummyNode, name: string, token: string): Promise<void> {
  return node.store.update((state) => {
    const domain = needOn(node, state, name)
    if (scriptOf(domain, token)) delete domain.guest.scripts?.[token]
  })
}

const commands: Readonly<Record<string, 'echo' | 'sleep' | 'exit'>> = {
  echo: 'echo',
  step: 'echo',
  'Write-Output': 'echo',
  'Write-Host': 'echo',
  sleep: 'sleep',
  'Start-Sleep': 'sleep',
  exit: 'exit',
}
/** Variables within a text. */
const variables: Readonly<Record<ScriptType, RegExp>> = {
  shell: /\$(?:\{(\w+)(?::?-([^}]*))?\}|(\w+))/g,
  power_shell: /\$(?:\{env:(\w+)()\}|env:(\w+))/gi,
}

/**
 * What the few commands do that a simulated guest knows: to write, to wait, to end. Other lines take a moment. Nothing is known of conditions,
 * so a script that ends within one (an indented line) goes on.
 */
function simulate(
  script: string,
  type: ScriptType,
  environment: Readonly<Record<string, string>>,
  speed: number,
  started_at: number,
): DummyScript {
  const lines: DummyScript['lines'] = []
  let at = 0
  const end = (exit_code: number): DummyScript => ({ started_at, lines, ends_ms: at, exit_code })
  for (const raw of script.split('\n')) {
    const line = raw.trim()
    if (lines.length >= MOST_LINES) break
    const [, word = '', rest = ''] = /^([\w-]+)(?:\s+(.*))?$/.exec(line) ?? []
    const command = Object.hasOwn(commands, word) ? commands[word] : undefined
    if (command === 'exit' && !/^\s/.test(raw)) return end(Number.parseInt(rest || '0', 10) & 255)
    if (command === 'sleep') at += Math.min(LONGEST_S, Number.parseInt(rest, 10) || 0) * 1000
    else if (command === 'echo') lines.push({ after_ms: at, text: printed(rest, variables[type], environment) })
    else if (line !== '' && !line.startsWith('#')) at += 30 * speed
  }
  return end(0)
}

/** The words of `echo`: quotes go, variables are filled in but within single quotes. */
function printed(words: string, names: RegExp, environment: Readonly<Record<string, string>>): string {
  const quoted = /'([^']*)'|"((?:[^"\\]|\\.)*)"|([^'"]+)/g
  return [...words.matchAll(quoted)]
    .map(([, plain, double, bare]) => plain ?? filledIn(double ?? bare ?? '', names, environment))
    .join('')
}

const filledIn = (text: string, names: RegExp, environment: Readonly<Record<string, string>>): string =>
  text.replace(names, (_, braced?: string, otherwise = '', bare?: string) => {
    const name = braced ?? bare ?? ''
    const plain = (one: string) => (names === variables.power_shell ? one.toUpperCase() : one)
    const [, value] = Object.entries(environment).find(([one]) => plain(one) === plain(name)) ?? []
    return value || otherwise
  })
