'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { apiFault } from '../api/fault.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { Button } from '../ui/controls/button.tsx'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { Field } from '../ui/controls/field.tsx'
import { Select } from '../ui/controls/select.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { Dialog } from '../ui/floating/dialog.tsx'
import { type PowerServer, whyOff } from './facts.ts'

const devices = ['pxe', 'disk', 'cdrom', 'setup', 'diagnostic', 'none'] as const

/** From what the server boots next, and whether it restarts for it now. */
export function BootDialog({ server, onClose }: { server: PowerServer; onClose: () => void }) {
  const t = useTranslations('power')
  const { isAdmin } = useMe()
  const { dci } = useTRPCClient()
  const [device, setDevice] = useState<(typeof devices)[number]>('pxe')
  const [uefi, setUefi] = useState(false)
  const [persistent, setPersistent] = useState(false)
  const [restart, setRestart] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const isOff = server.power_status === 'off'
  const stays = whyOff('power_reset', server, { isAdmin })
  const send = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      const body = { device, uefi, persistent, restart }
      await dci.power.bootDevice.mutate({ params: { server_id: server.id }, body })
      onClose()
    } catch (thrown) {
      setFault(apiFault(thrown).msg)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('boot.title', { name: server.name })}
      description={t('boot.about')}
      footer={
        <>
          <Button onClick={onClose}>{t('keep')}</Button>
          <Button kind={restart && !isOff ? 'destroy' : 'primary'} busy={busy} onClick={() => void send()}>
            {t(restart ? (isOff ? 'boot.setAndStart' : 'boot.setAndRestart') : 'boot.set')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2.5">
        <Field label={t('boot.device')}>
          {(parts) => (
            <Select
              {...parts}
              value={device}
              onValueChange={setDevice}
              options={devices.map((value) => ({ value, label: t(`boot.devices.${value}`) }))}
            />
          )}
        </Field>
        <Checkbox checked={uefi} onChange={(event) => setUefi(event.target.checked)}>
          {t('boot.uefi')}
        </Checkbox>
        <Checkbox checked={persistent} onChange={(event) => setPersistent(event.target.checked)}>
          {t('boot.persistent')}
        </Checkbox>
        <Checkbox
          checked={restart}
          disabled={stays !== undefined}
          onChange={(event) => setRestart(event.target.checked)}
          hint={stays ? t(`why.${stays}`) : isOff ? null : t('boot.restartHint')}
        >
          {t(isOff ? 'boot.startNow' : 'boot.restartNow')}
        </Checkbox>
      </div>
      {fault ? (
        <Notice kind="fault" className="mt-3">
          {fault}
        </Notice>
      ) : null}
    </Dialog>
  )
}
