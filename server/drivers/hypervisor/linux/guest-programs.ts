import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { GuestScriptReading } from '../guest-types.ts'
import { wholeLines } from './guest-output.ts'

export const STARTED_BEFORE = 17
export const UNKNOWN_RUN = 18

/** Bytes of output in one reading. */
export const MOST_OUTPUT = 64 * 1024

/** Name of the folder of a run inside the guest. */
export const folderName = (token: string): string => {
  if (!/^[0-9a-f]{32}$/.test(token)) throw new Error('Not the token of a run')
  return `datahall-script-${token}`
}
// Constant programs: everything that varies is an argument. Only root can write to /run, so no file of another user has our names.
export const folderOf = (token: string): string => `/run/${folderName(token)}`
export const MAKE = `umask 077; mkdir -p "$1" || exit 1; [ ! -d "$1/started" ] || exit ${STARTED_BEFORE}`
// A session of its own, so that all it starts can be killed together; the exit code outlives a restart of the agent.
export const RUN = `dir=$1; shift; mkdir "$dir/started" || exit 0; cd /
setsid "$@" "$dir/script" > "$dir/output" 2>&1 < /dev/null &
echo $! > "$dir/pid"; wait $!; echo $? > "$dir/exit.new"; mv "$dir/exit.new" "$dir/exit"`
// The state is looked at before the output: an exit code says that nothing more will come.
export const READ = `[ -d "$1/started" ] || exit ${UNKNOWN_RUN}
if [ -f "$1/exit" ]; then echo "ended $(cat "$1/exit")"
elif [ -s "$1/pid" ] && ! kill -0 "$(cat "$1/pid")" 2> /dev/null && [ ! -f "$1/exit" ]; then sleep 1; if [ -f "$1/exit" ]; then echo "ended $(cat "$1/exit")"; else echo lost; fi
else echo running; fi
[ ! -f "$1/output" ] || tail -c "+$2" "$1/output" | head -c "$3"`
export const END = `[ -d "$1" ] || exit 0
if [ -s "$1/pid" ] && [ ! -f "$1/exit" ]; then pid=$(cat "$1/pid"); kill -TERM -"$pid"; sleep 1; kill -KILL -"$pid"; fi 2> /dev/null
rm -rf "$1"`

export const base = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
}

/** What `READ` has answered, asked from an offset on. @throws PanelError device_rejected */
export function readingOf(
  { code, output, error }: { code: number; output: Buffer; error: string },
  offset: number,
): GuestScriptReading {
  if (code === UNKNOWN_RUN)
    throw deviceRejected(
      msg`The guest knows nothing of the script any more: it was probably restarted while the script ran`,
    )
  if (code !== 0) throw deviceRejected(msg`The guest could not read how far the script is: ${cleanMessage(error)}`)
  const end = output.indexOf(10)
  const [state = '', exit = ''] = output.subarray(0, Math.max(0, end)).toString('latin1').split(' ')
  if (state !== 'running' && state !== 'ended' && state !== 'lost')
    throw deviceRejected(msg`The guest answered something else than how far the script is`)
  const written = output.subarray(end + 1, end + 1 + MOST_OUTPUT)
  const { text, bytes } = wholeLines(written, state !== 'running' && written.length < MOST_OUTPUT)
  // What is still to be read comes first; the end is reported with the last piece.
  const more = state !== 'running' && bytes > 0
  const exit_code = /^-?\d{1,10}$/.test(exit) ? Number(exit) | 0 : null
  return {
    state: more ? 'running' : state,
    exit_code: more ? null : exit_code,
    output: text,
    next: offset + bytes,
  }
}
