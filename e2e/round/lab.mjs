// A lab of nodes, controllers and devices around a suite.
import path from 'node:path'
import { node, results, root, run } from './run.mjs'

/** What every suite in a lab has use for, and what only the tests of drivers and services have. */
const DEVICES = '--nodes 2 --lxd 2 --switches 1 --pdus 1 --bmcs 1 --names 1 --locations 1 --servers 2'.split(' ')
const MORE = ['--ceph', '2']

/** Gives `work` what puts a command into a lab of its own; a failure when there is none. The suite in browsers takes the smaller one. */
export async function inLab(suite, work) {
  const name = `${suite}${process.pid}`
  const up = await run(node(), lab('up', '--name', name, ...DEVICES, ...(suite === 'real' ? [] : MORE)))
  if (up.code !== 0) {
    if (!results.some((r) => r.name === suite))
      results.push({ name: suite, passed: 0, failed: 1, ms: up.ms, cpu: up.cpu, failures: [] })
    return undefined
  }
  try {
    return await work((command, args) => [node(), lab('exec', '--name', name, '--', command, ...args)])
  } finally {
    await run(node(), lab('down', '--name', name))
  }
}

const lab = (...args) => [path.join(root, 'e2e/lab/lab.ts'), ...args]
