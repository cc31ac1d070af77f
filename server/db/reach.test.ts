import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clusterFolder, reachablePrograms } from './reach.ts'

/** An unprivileged user, whom every closed folder keeps out. */
const user = { uid: 65534, gid: 65534 }

let folder: string
let open: string
let closed: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'datahall-reach-'))
  chmodSync(folder, 0o755)
  open = path.join(folder, 'open')
  closed = path.join(folder, 'home')
  mkdirSync(closed, { mode: 0o700 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

// Only root can run something as another user.
describe.runIf(process.getuid?.() === 0)('a database of another user', () => {
  const data = () => path.join(closed, 'panel', '.data')

  it('stays in a data folder that its user can enter', () => {
    mkdirSync(path.join(folder, 'data'))
    expect(clusterFolder(path.join(folder, 'data'), user, open)).toBe(path.join(folder, 'data/postgres'))
    expect(existsSync(open)).toBe(false)
  })

  it('lives elsewhere when the data folder lies below a closed one, and is found again', () => {
    mkdirSync(data(), { recursive: true })
    const first = clusterFolder(data(), user, open)
    expect(path.relative(open, first)).toMatch(/^panel-[0-9a-f]{8}\/postgres$/)
    expect(readlinkSync(path.join(data(), 'postgres'))).toBe(first)
    expect(clusterFolder(data(), user, open)).toBe(first)
  })

  it('is taken along when its folder was moved below a closed one', () => {
    mkdirSync(path.join(data(), 'postgres'), { recursive: true })
    writeFileSync(path.join(data(), 'postgres/PG_VERSION'), '18')
    expect(readFileSync(path.join(clusterFolder(data(), user, open), 'PG_VERSION'), 'utf8')).toBe('18')
    expect(readFileSync(path.join(data(), 'postgres/PG_VERSION'), 'utf8')).toBe('18')
  })

  it('is missed in words, and no empty one takes its place', () => {
    mkdirSync(data(), { recursive: true })
    rmSync(path.dirname(clusterFolder(data(), user, open)), { recursive: true })
    expect(() => clusterFolder(data(), user, open)).toThrow(/files are not there: .* is a link to /)
  })

  it('is refused in words when no place is open', () => {
    mkdirSync(data(), { recursive: true })
    expect(() => clusterFolder(data(), user, path.join(closed, 'x'))).toThrow(/can enter neither .* DATABASE_URL/)
  })

  it('gets its programs copied once when it cannot reach them', () => {
    const native = path.join(closed, 'native')
    for (const part of ['bin', 'lib', 'share']) mkdirSync(path.join(native, part), { recursive: true, mode: 0o700 })
    for (const name of ['postgres', 'initdb']) writeFileSync(path.join(native, 'bin', name), '', { mode: 0o700 })
    const copy = reachablePrograms(native, '18.4', user, open)
    expect(copy).toBe(path.join(open, 'postgresql-18.4'))
    expect(reachablePrograms(copy, '18.4', user, open)).toBe(copy)
    expect(reachablePrograms(native, '18.4', user, open)).toBe(copy)
  })
})
