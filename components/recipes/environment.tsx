'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ScriptType } from '../../server/domain/recipe/kinds.ts'
import { namesIn } from '../../server/domain/recipe/names.ts'
import type { RecipeParam } from '../../server/domain/recipe/schema.ts'
import { isSecretName } from '../../server/domain/recipe/secret-name.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { typeahead } from '../resource/loaders.ts'
import { Combobox } from '../ui/controls/combobox.tsx'
import { Field } from '../ui/controls/field.tsx'
import type { Option } from '../ui/controls/use-options.ts'

/** What the panel says of a VM to every script. */
const factNames = ['VM_ID', 'VM_NAME', 'VM_DOMAIN', 'VM_IP', 'VM_CPU', 'VM_RAM_MIB', 'VM_USER'] as const
type Fact = (typeof factNames)[number]
const isFact = (name: string): name is Fact => (factNames as readonly string[]).includes(name)

type Props = {
  type: ScriptType
  script: string
  params: readonly RecipeParam[]
  /** Values that are tried for the parameters. */
  given: Readonly<Record<string, string>>
  /** The VM that it is tried for. */
  host: Option | null
  onHost: (host: Option | null) => void
}

/** Each name that the script reads, where its value comes from and what it is in a VM, before it ever runs. */
export function Environment({ type, script, params, given, host, onHost }: Props) {
  const t = useTranslations('recipes.environment')
  const trpc = useTRPC()
  const { vm } = useTRPCClient()
  const facts = useFacts(host)
  const load = typeahead(vm.host.list.query, { more: (one) => ({ hint: one.os_name ?? '' }) })
  const { data } = useQuery(trpc.vm.scriptVariable.list.queryOptions({ query: { orderby: 'name', limit: '500' } }))
  const names = [...namesIn(script, type)]
  // PowerShell takes names in any case.
  const plain = (name: string) => (type === 'power_shell' ? name.toUpperCase() : name)
  const from = (name: string): string | null => {
    const param = params.find((one) => plain(one.name) === plain(name))
    if (param && given[param.name]) return isSecretName(param.name) ? '••••••' : (given[param.name] ?? '')
    if (param) return param.description || (param.required ? t('required') : t('optional'))
    if (isFact(plain(name))) return facts?.[plain(name) as Fact] ?? t('fact')
    const variable = data?.list.find((one) => plain(one.name) === plain(name) && one.enabled)
    if (variable) return variable.hidden ? t('hidden') : t('variable', { value: variable.value })
    return null
  }
  const unused = params.filter(({ name }) => name !== '' && !names.some((one) => plain(one) === plain(name)))
  const known = names.flatMap((name) => {
    const words = from(name)
    return words === null ? [] : [{ name, words }]
  })
  return (
    <div className="text-12">
      {known.length === 0 ? <p className="text-fg-3">{t('none')}</p> : null}
      <dl className="flex flex-col gap-1.5">
        {known.map(({ name, words }) => (
          <div key={name} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] gap-2">
            <dt className="mono truncate">{name}</dt>
            <dd className="min-w-0 break-words text-fg-2">{words}</dd>
          </div>
        ))}
      </dl>
      {unused.length > 0 ? (
        <p className="mt-2 text-warn-fg">{t('unused', { names: unused.map(({ name }) => name).join(', ') })}</p>
      ) : null}
      <Field
        label={t('tryIn')}
        hint={host === null ? t('facts', { names: factNames.join(', ') }) : t('tryHint')}
        className="mt-3"
      >
        {(parts) => (
          <Combobox {...parts} load={load} value={host} onValueChange={onHost} clearable placeholder={t('noVm')} />
        )}
      </Field>
      {facts ? (
        <dl aria-label={t('tryIn')} className="mt-2 flex flex-col gap-1.5">
          {factNames.map((name) => (
            <div key={name} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] gap-2">
              <dt className="mono truncate">{name}</dt>
              <dd className="mono min-w-0 break-words text-fg-2">{facts[name] || t('emptyText')}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  )
}

/** The facts of a VM; undefined until they are known. */
function useFacts(host: Option | null): Record<Fact, string> | undefined {
  const trpc = useTRPC()
  const { data } = useQuery(
    trpc.vm.host.get.queryOptions({ params: { host_id: Number(host?.value ?? 0) } }, { enabled: host !== null }),
  )
  if (!data || host === null) return undefined
  return {
    VM_ID: String(data.id),
    VM_NAME: data.name,
    VM_DOMAIN: data.domain ?? '',
    VM_IP: data.ip4[0]?.ip ?? data.ip6[0]?.ip ?? '',
    VM_CPU: String(data.cpu_number),
    VM_RAM_MIB: String(data.ram_mib),
    VM_USER: data.login_user,
  }
}
