import { SUMS_OF_FOLDER } from '../../../drivers/control-host/boot/artefacts.ts'
import { MULTIARCH } from '../../../drivers/control-host/boot/find.ts'
import { REMOVE_EMPTY } from '../../../drivers/control-host/boot/folders.ts'
import { CHECKSUMS, WRITE } from '../../../drivers/control-host/boot/host.ts'
import { ASK } from '../../../drivers/control-host/boot/other-dhcp.ts'
import { QUIETLY, UNQUIET } from '../../../drivers/control-host/boot/quietly.ts'
import type { SimulatedDebian } from './debian.ts'
import { failed, type Input, type Program, said } from './ran.ts'

/** There is no shell: the scripts of the panel are known by their text, and done as they would be. */
const scripts = new Map<string, Program>([
  [
    WRITE,
    (host, [path = '', mode = ''], { stdin }) => {
      if (!host.tree.hasParent(path)) return failed(`mktemp: failed to create file via template '${path}'`)
      host.write(path, stdin, mode)
      return said('')
    },
  ],
  [
    CHECKSUMS,
    (host, paths) =>
      said(
        paths
          .flatMap((path) => {
            const sum = host.sumOf(path)
            return sum ? [`${host.state.about[path]?.[0] ?? '644'}\n${sum}  -\n${path}\n`] : []
          })
          .join(''),
      ),
  ],
  [
    REMOVE_EMPTY,
    (host, paths) => {
      for (const path of paths) if (host.tree.names(path).length === 0) host.remove(path)
      return said('')
    },
  ],
  [QUIETLY, (_, [, ...argv], { run }) => run(argv)],
  [UNQUIET, () => said('')],
  [
    SUMS_OF_FOLDER,
    (host, [folder = '']) =>
      said(
        host.tree
          .names(folder)
          .flatMap((name) => {
            const sum = host.sumOf(`${folder}/${name}`)
            return sum ? [`${sum}  ${name}\n`] : []
          })
          .join(''),
      ),
  ],
  [MULTIARCH, () => said('x86_64-linux-gnu\n')],
  // Nobody else answers in the segments of the demo.
  [ASK, () => said('[]\n')],
])

/** `sh -c SCRIPT NAME ARGS` and `python3 -c SCRIPT ARGS`. */
export function runScript(host: SimulatedDebian, [option, script = '', ...args]: string[], input: Input) {
  const known = option === '-c' ? scripts.get(script) : undefined
  // The first word behind a script of sh is its name.
  return known ? known(host, known === scripts.get(ASK) ? args : args.slice(1), input) : failed('not found', 127)
}
