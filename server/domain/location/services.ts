import { z } from 'zod'

/** Of leases and files so many are shown; totals count all. */
export const MOST_SHOWN = 200

const named = z.object({ id: z.int(), name: z.string() })

/** What is in the boot services of a location at this moment, read from its control host. */
export const locationServices = z.object({
  read_at: z.string(),
  versions: z
    .object({ dhcp: z.string().nullable(), web: z.string().nullable(), tftp: z.string().nullable() })
    .describe('As the packages of the control host name them; null: not installed'),
  interfaces: z.array(
    z.object({
      name: z.string(),
      mac: z.string(),
      addresses: z.array(z.string()),
      link: z.boolean(),
      dhcp: z.boolean().describe('Servers boot through it'),
      network: named.nullable().describe('Network of the location that it has an address in'),
    }),
  ),
  disk: z.object({ bytes: z.int(), free_bytes: z.int() }).describe('Of the file system that holds the files'),
  files: z.object({
    total: z.int(),
    bytes: z.int(),
    list: z.array(
      z.object({
        sha256: z.string(),
        bytes: z.int(),
        complete: z.boolean(),
        file: z
          .string()
          .nullable()
          .describe('As the repository calls it; null: no OS template of the location needs it'),
        templates: z.array(named),
      }),
    ),
  }),
  requests: z
    .array(
      z.object({
        at: z.string().describe('Begin of the minute'),
        answered: z.int().nullable(),
        unanswered: z.int().nullable().describe('Such as those of network cards that are not known'),
      }),
    )
    .describe('DHCP requests of the last hour, minute by minute; null: not counted'),
  leases: z.object({
    fault: z.string().nullable().describe('Why they could not be read'),
    total: z.int(),
    list: z.array(
      z.object({
        ip: z.string(),
        mac: z.string(),
        hostname: z.string(),
        expires_at: z.string(),
        server: z
          .object({ id: z.int(), name: z.string(), card: z.int() })
          .nullable()
          .describe('Server that has the network card; null: not known'),
        machine: z
          .object({ id: z.int(), product: z.string(), serial: z.string() })
          .nullable()
          .describe('Machine that waits to be accepted or is ignored and has the network card; null: not known'),
      }),
    ),
  }),
})
/** A composition file (YAML). */
export const locationCompose = z.object({ container_compose: z.string() })

export type LocationServicesInside = z.infer<typeof locationServices>
