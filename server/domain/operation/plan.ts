import { z } from 'zod'
import { firmwares, templateArchs } from '../os-template/kinds.ts'
import { moment } from '../shared/fields.ts'
import { networkMacros } from './fitting.ts'
import { clearings, operationTypes } from './kinds.ts'
import { networkNotices } from './network.ts'
import { hardwareReport } from './report.ts'

const { vendor, product, serial, firmware, arch, memory_mib } = hardwareReport.shape
const disk = hardwareReport.shape.disks.element.pick({
  model: true,
  serial: true,
  wwn: true,
  bytes: true,
  rotational: true,
  transport: true,
  holds: true,
})

/** A template that a server can be booted into or that can be installed on it, if it were there. */
export const planTemplate = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(['ostemplate', 'isotemplate', 'diag', 'rescue']),
  version: z.string().describe('What the location has; without it what its repository has'),
  arch: z.enum(templateArchs),
  firmware: z.array(z.enum(firmwares)),
  ram_mib: z.int(),
  disk_mib: z.int(),
  here: z.boolean().describe('The location of the server has it'),
  update: z.boolean().describe('Its repository has another one by now'),
  image: z.boolean().describe('It has an image that is written to disks'),
  installer: z.boolean().describe('It has no image but an installer with an answer file, which arranges the disks'),
  tells: z.array(z.enum(networkMacros)).describe('Macros of a network that its answer file has'),
})
export type PlanTemplate = z.infer<typeof planTemplate>

/** How long operations of one kind took that went well. */
const duration = z.object({
  type: z.enum(operationTypes),
  clear_hdd: z.enum(clearings),
  installer: z.boolean().describe('By installers with answer files'),
  same_platform: z.boolean().describe('Only those on servers of the same platform'),
  count: z.int().describe('How many it is made of: the last ones, at most 20'),
  median: z.int().describe('Seconds'),
  longest: z.int(),
  steps: z.array(z.object({ name: z.string(), seconds: z.number().describe('Median') })),
})

/** What is known beforehand of operations on a server. */
export const installPlan = z.object({
  report: z
    .object({
      at: moment,
      ...{ vendor, product, serial, firmware, arch, memory_mib },
      disks: z.array(
        disk.extend({
          id: z.string().describe('What `disk_serials` names it by; empty: nothing does'),
          spared: z
            .boolean()
            .describe('A USB drive or a member of an array: a system is installed on it only when it is named'),
        }),
      ),
      nics: hardwareReport.shape.nics,
    })
    .nullable()
    .describe('Of the last live system that ran on it; null: none has'),
  machine: z
    .object({ arch: z.string().nullable(), firmware: z.enum(firmwares).nullable() })
    .describe('What templates have to fit, as far as it is known'),
  hostname: z.string().describe('As it will be in an installed system'),
  addresses: z.array(
    z.object({ address: z.string(), gateway: z.string().nullable(), family: z.enum(['ipv4', 'ipv6']) }),
  ),
  network: z
    .object({
      vlan: z.int().nullable().describe('Tag of its packets'),
      bond_mac: z.array(z.string()).describe('Cards that are one by LACP'),
      notices: z
        .array(z.object({ kind: z.enum(networkNotices), vlan: z.int().nullable(), about: z.string() }))
        .describe('Where what is known of addresses, ports and cards contradicts itself, or is missing'),
    })
    .describe('Of an installed system, beside its addresses'),
  provisioning_vlan: z.int().nullable().describe('VLAN that ports of the server are in while an operation runs'),
  nameservers: z.array(z.string()),
  mac: z.array(z.string()).describe('Known network cards; it boots by the first'),
  limit_minutes: z.int().describe('What any operation has; to clear disks in full takes longer the larger they are'),
  serial: z
    .string()
    .nullable()
    .describe('Serial number that its controller tells, where no report has one; told to administrators only'),
  live: z.boolean().describe('The location has a live system that installs and clears disks'),
  templates: z.array(planTemplate),
  durations: z.array(duration),
})
export type InstallPlan = z.infer<typeof installPlan>
