import { networkMacros } from '../../../domain/operation/fitting.ts'

/** SQL of whether a location has an OS template `t` that can be booted there. @param location SQL of its number */
export const templateHere = (t: string, location: string) => `exists (
  select from os_template_location x where x.template_id = ${t}.id and x.location_id = ${location} and x.content is not null and x.status <> 'deleting')`

/** SQL of what a template is made of: as the location has it, else as it is offered. @param x a row of `os_template_location`, or none */
export const contentSql = (t: string, x: string) => `coalesce(${x}.content, ${t}.content)`

/** SQL of whether that has an image that is written to disks. */
export const hasImage = (content: string) => `coalesce(${content}->'image' <> 'null'::jsonb, false)`

/** SQL of whether that is an installer, as `isInstaller` has it. */
export const isInstallerSql = (content: string) =>
  `coalesce(${content}->'kernel' <> 'null'::jsonb and ${content}->'answer' <> 'null'::jsonb and not ${hasImage(content)}, false)`

/** SQL of `tells` of an installer: the macros of a network that stand in its answer file or the arguments of its kernel. */
export const tellsSql = (content: string) =>
  `array(select m from unnest('{${networkMacros.join()}}'::text[]) m
     where concat(${content}->'answer'->>'text', ' ', ${content}->>'kernel_args') ~ ('[{][{][#^]?' || m || '([|]sh)?[}][}]'))`

/** SQL of what is known of the machine of a server `s`: how it is set to start, else how it started last, and its processor, as `Machine`. */
export const machineSql = (s: string) => `json_build_object(
  'arch', (select r.report->>'arch' from hardware_report r where r.server_id = ${s}.id order by r.id desc limit 1),
  'firmware', coalesce(case when ${s}.settings->>'efi' is not null then case when (${s}.settings->>'efi')::boolean then 'uefi' else 'bios' end end,
    (select r.report->>'firmware' from hardware_report r where r.server_id = ${s}.id order by r.id desc limit 1)))`
