import type { BootHost } from './host.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { type Step, steps } from './steps.ts'
import type { BootServices } from './types.ts'

/**
 * Makes a control host run the boot services, or run them as they should again: each step looks first whether it is done. Called again after a
 * failure it goes on from there.
 * @param onStep is told of each step before it is looked at
 * @returns names of the steps that changed something
 * @throws PanelError, SshError, KeaError
 */
export async function setUpBoot(
  host: BootHost,
  services: BootServices,
  signal: AbortSignal,
  onStep: (name: Step['name']) => void = () => {},
): Promise<Step['name'][]> {
  let manifest = await readManifest(host, signal)
  const changed: Step['name'][] = []
  for (const step of steps) {
    onStep(step.name)
    const work = { host, services, manifest, signal }
    if (manifest.steps[step.name] === step.version && (await step.isDone(work))) continue
    const now = await step.apply(work)
    manifest = { ...now, steps: { ...now.steps, [step.name]: step.version } }
    await writeManifest(host, manifest, signal)
    changed.push(step.name)
  }
  return changed
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
