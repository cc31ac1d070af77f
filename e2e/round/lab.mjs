// A lab of nodes, controllers and devices around a suite.
import path from 'node:path'
import { asOne, node, results, root, run } from './run.mjs'

/** What every suite in a lab has use for, and what only the tests of drivers and services have. */
const DEVICES = '--nodes 2 --lxd 2 --switches 1 --pdus 1 --bmcs 1 --names 1 --locations 1 --servers 2'.split(' ')
const MORE = ['--ceph', '2']
/** Suites that have no use for the latter. */
const PLAIN = ['bare-metal', 'real']

/**
 * Gives `work` what puts a command into a lab of its own. Where there is none at the second attempt either, that is a failure with its
 * reason.
 */
export async function inLab(suite, work) {
  const name = `${suite}${process.pid}`
  const start = () => run(node(), lab('up', '--name', name, ...DEVICES, ...(PLAIN.includes(suite) ? [] : MORE)))
  let up = await start()
  if (up.code !== 0) up = await start()
  if (up.code !== 0) {
    if (!results.some((r) => r.name === suite)) asOne(suite, up)
    return undefined
  }
  try {
    return await work((command, args) => [node(), lab('exec', '--name', name, '--', command, ...args)])
  } finally {
    await run(node(), lab('down', '--name', name))
  }
}

/**
 * Builds what guests and servers of labs boot, by itself: beside all else it takes so long that a lab's own limits run out. No failure of its own:
 * a lab builds what is missing, and says what is wrong.
 */
export async function buildForLabs() {
  console.log('\n== what labs boot')
  await run(node(), lab('build'))
}

const lab = (...args) => [path.join(root, 'e2e/lab/lab.ts'), ...args]
