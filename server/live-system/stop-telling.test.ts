import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const agent = path.join(import.meta.dirname, 'agent')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stop-telling-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A request that gets no answer: it waits for a line that nobody writes. */
const curl = `#!/bin/sh
: >> '$FOLDER/asked'
read -r never < '$FOLDER/pipe'
`
// Prints its own process and what is left running of its group, then ends them.
const script = `set -eu
. "$1/base.sh"
. "$1/http.sh"
export PATH="$2:$PATH"
mkdir -p "$state"
: > "$state/address"
mkfifo "$2/pipe"
{ while sleep 0.01; do progress image 1 Writing || break; done; } &
teller=$!
until [ -e "$2/asked" ]; do sleep 0.01; done
stop_telling "$teller"
pgrep -g $$ -r D,R,S,T > "$2/left"
trap '' TERM
kill -TERM -$$
printf '%s\n' $$
cat "$2/left"
`

it('what tells how far something is leaves nothing behind that would tell it again', () => {
  writeFileSync(path.join(folder, 'curl'), curl.replaceAll('$FOLDER', folder), { mode: 0o755 })
  const env = { PATH: process.env.PATH, DATAHALL_STATE: path.join(folder, 'state'), DATAHALL_CONSOLE: '/dev/null' }
  const run = spawnSync('setsid', ['--wait', 'sh', '-c', script, 'sh', agent, folder], {
    env: env as unknown as NodeJS.ProcessEnv,
    timeout: 20_000,
  })
  const [own, ...left] = run.stdout.toString().trim().split('\n')
  expect(left, run.stderr.toString()).toEqual([own])
})
