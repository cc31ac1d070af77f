import { spawn } from 'node:child_process'
import { type LabOptions, labDown, labUp } from '../lab/api.ts'
import { panelArgv } from '../lab/node.ts'
import { ensurePackages, labPackages } from '../lab/packages.ts'
import { labFile } from '../lab/state.ts'

/** Runs a script beside one real node; see `besideLab`. */
export const besideNode = (measurement: string, script: string, packages: string[] = []): Promise<number> =>
  besideLab(measurement, { nodes: 1 }, script, packages)

/**
 * Runs a script beside a lab of its own, in the panel's network namespace; answers its exit code. As an ordinary
 * user there are no labs: says so, and answers 0.
 */
export async function besideLab(
  measurement: string,
  plan: LabOptions,
  script: string,
  packages: string[] = [],
): Promise<number> {
  if (process.getuid?.() !== 0) {
    console.log(`${measurement}: not measured, because real nodes on this machine need root`)
    return 0
  }
  await ensurePackages([...labPackages, ...packages])
  const name = `bench-${process.pid}`
  const lab = await labUp({ ...plan, name, owned: true })
  try {
    const [program = '', ...words] = panelArgv(lab, [process.execPath, script])
    const child = spawn(program, words, { stdio: 'inherit', env: { ...process.env, DATAHALL_LAB: labFile(name) } })
    return await new Promise((done) => child.on('close', (status) => done(status ?? 1)))
  } finally {
    await labDown(name)
  }
}
