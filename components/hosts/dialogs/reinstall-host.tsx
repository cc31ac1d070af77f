'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { guestPassword } from '../../../server/domain/host/schema.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { PickerField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { pickedShape } from '../../form/picked.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { ParamFields } from '../../recipes/run-fields.tsx'
import { givenParams, typeFor, useScriptChoice } from '../../recipes/use-script-choice.ts'
import { pickedId, together, typeahead } from '../../resource/loaders.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { gib } from '../../ui/display/size.ts'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import type { HostDialogProps } from '../host-dialogs.tsx'
import { showPassword } from '../made-passwords.ts'
import { HostKeys } from '../page/host-keys.tsx'
import { PasswordMade } from '../password-made.tsx'

const shape = z.object({
  os: pickedShape.nullable(),
  password: z.union([guestPassword, z.literal('')]),
  password_made: z.string(),
  recipe: pickedShape.nullable(),
  values: z.record(z.string(), z.string().optional()),
  typed: z.string(),
})

/** Images of VMs stand among the systems of the catalogue. */
const IMAGE = 'image:'

/** Another system, or the same anew. Says what is lost, who gets in afterwards, and asks for the name. */
export function ReinstallHost({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts.reinstall')
  const words = useTranslations('ui')
  const { vm } = useTRPCClient()
  const schema = shape
    .refine(({ os }) => os !== null, { path: ['os'], message: t('needed') })
    .refine(({ typed }) => typed === host.name, { path: ['typed'], message: words('typeNameFirst') })
  const present = host.os && { value: String(host.os.id), label: host.os.name }
  const defaultValues = { os: present, password: '', password_made: '', recipe: null, values: {}, typed: '' }
  const panel = usePanelForm({ schema, defaultValues })
  const { control } = panel.form
  const [os, recipe] = useWatch({ control, name: ['os', 'recipe'] })
  const script = useScriptChoice(recipe, typeFor(os?.label ?? '', null))
  const load = together(
    typeahead(vm.os.list.query, { where: `state EQ 'active' AND cluster EQ ${host.cluster.id}` }),
    typeahead(vm.image.list.query, {
      where: "state EQ 'active'",
      more: ({ id }) => ({ value: `${IMAGE}${id}`, hint: t('imageHint') }),
    }),
  )
  return (
    <FormDialog
      panel={panel}
      width="lg"
      title={t('title', { name: host.name })}
      submitLabel={t('action')}
      danger
      onClose={onClose}
      disabledReason={script.isLoading ? t('loading') : undefined}
      onSubmit={async ({ os, password, values }) => {
        const recipe_params = givenParams(script.params, values)
        const body = {
          ...(os?.value.startsWith(IMAGE)
            ? { image: Number(os.value.slice(IMAGE.length)) }
            : { os: pickedId(os) ?? 0 }),
          ...(password && { password }),
          ...(script.picked !== null && { recipe_list: [{ recipe: script.picked, recipe_params }] }),
        }
        await calls.reinstall(host.id, body)
        if (password) showPassword(host.id, { user: host.login_user, password })
      }}
    >
      <Notice kind="warn" title={t('lost', { size: gib(host.disk?.disk_mib ?? 0) })}>
        {t(host.disk_count > 1 ? 'keptDisks' : 'kept')}
        {host.snapshot_count > 0 ? <p className="mt-1">{t('snapshots', { count: host.snapshot_count })}</p> : null}
      </Notice>
      <PickerField control={control} name="os" label={t('system')} load={load} hint={t('systemHint')} required />
      <PasswordMade control={control} name="password" label={t('password')} hint={t('passwordHint')} />
      <PickerField
        control={control}
        name="recipe"
        label={t('script')}
        load={script.load}
        clearable
        hint={script.description ?? t('scriptHint')}
      />
      {script.isLoading ? (
        <SkeletonRows label={t('loading')} />
      ) : (
        <ParamFields control={control} params={script.params} />
      )}
      <div>
        <div className="mb-1 text-12 font-medium">{t('keys')}</div>
        <HostKeys host={host} />
      </div>
      <TextField
        control={control}
        name="typed"
        label={t('typeName', { name: host.name })}
        autoComplete="off"
        mono
        required
      />
    </FormDialog>
  )
}
