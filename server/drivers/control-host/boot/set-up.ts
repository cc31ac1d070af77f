import type { BootHost } from './host.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { type StepName, stepNames, steps } from './steps.ts'
import type { BootServices } from './types.ts'

/**
 * Makes a control host run the boot services, or run them as they should again: each step looks first whether it is done. Called again after a
 * failure it goes on from there.
 * @returns names of the steps that changed something
 * @throws PanelError, SshError, KeaError
 */
export async function setUpBoot(host: BootHost, services: BootServices, signal: AbortSignal): Promise<StepName[]> {
  const changed: StepName[] = []
  for (const name of stepNames) if (await setUpStep(host, services, name, signal)) changed.push(name)
  return changed
}

/** One step of it; those before it have to be done. @returns whether there was anything to do */
export async function setUpStep(
  host: BootHost,
  services: BootServices,
  name: StepName,
  signal: AbortSignal,
): Promise<boolean> {
  const step = steps.find((one) => one.name === name)
  if (!step) throw new RangeError(`There is no step ${name}`)
  const manifest = await readManifest(host, signal)
  const work = { host, services, manifest, signal }
  if (manifest.steps[name] === step.version && (await step.isDone(work))) return false
  const now = await step.apply(work)
  await writeManifest(host, { ...now, steps: { ...now.steps, [name]: step.version } }, signal)
  return true
}

/**
 * Takes the boot services away with all their files, artefacts and leases; what is not there is as good.
 * @param packages whether packages go as well that the set-up had installed
 */
export async function removeBoot(host: BootHost, packages: boolean, signal: AbortSignal): Promise<void> {
  const manifest = await readManifest(host, signal)
  for (const step of [...steps].reverse()) {
    if (step.name === 'packages' && !packages) continue
    await step.undo({ host, manifest, signal })
  }
  if (host.facts.systemd) await host.run(['systemctl', 'daemon-reload'], { signal })
}
