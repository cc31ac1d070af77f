'use client'
import ipaddr from 'ipaddr.js'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type PacketRule, packetDirections } from '../../../server/domain/host/packet-rules.ts'
import { type TriedPacket, tryPacket, type Verdict } from '../../../server/domain/host/packet-trial.ts'
import { Input } from '../../ui/controls/input.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { State } from '../../ui/display/state-mark.tsx'

const protocols = ['tcp', 'udp', 'icmp'] as const
const MOST = 65_535

/** What the rules would do with a packet that the user describes; nothing is sent. */
export function PacketTrial({ rules }: { rules: readonly PacketRule[] }) {
  const t = useTranslations('hosts.network.rules')
  const id = useId()
  const [direction, setDirection] = useState<TriedPacket['direction']>('in')
  const [protocol, setProtocol] = useState<TriedPacket['protocol']>('tcp')
  const [peer, setPeer] = useState('')
  const [port, setPort] = useState('')
  const typed = { peer: peer.trim(), port: port.trim() }
  const wrong = {
    peer: typed.peer !== '' && !ipaddr.isValid(typed.peer),
    port: typed.port !== '' && !(/^\d{1,5}$/.test(typed.port) && Number(typed.port) >= 1 && Number(typed.port) <= MOST),
  }
  const hasPort = protocol !== 'icmp'
  const whole = typed.peer !== '' && !wrong.peer && (!hasPort || (typed.port !== '' && !wrong.port))
  const trial = whole
    ? tryPacket(rules, { direction, protocol, peer: typed.peer, port: hasPort ? Number(typed.port) : null })
    : null
  return (
    <fieldset className="flex flex-wrap items-center gap-2 pt-2">
      <legend className="float-left me-1 text-fg-3">{t('trial.title')}</legend>
      <Select
        size="sm"
        aria-label={t('direction')}
        value={direction}
        onValueChange={setDirection}
        options={packetDirections.map((value) => ({ value, label: t(`directions.${value}`) }))}
      />
      <span className="text-fg-3">{t(`words.${direction}`)}</span>
      <Input
        size="sm"
        mono
        boxClassName="w-44"
        aria-label={t('trial.peer')}
        placeholder="203.0.113.20"
        aria-invalid={wrong.peer}
        aria-describedby={id}
        value={peer}
        onChange={({ target }) => setPeer(target.value)}
      />
      <Select
        size="sm"
        aria-label={t('what')}
        value={protocol}
        onValueChange={setProtocol}
        options={protocols.map((value) => ({ value, label: t(`protocols.${value}`) }))}
      />
      {hasPort ? (
        <Input
          size="sm"
          mono
          inputMode="numeric"
          boxClassName="w-20"
          aria-label={t('portstart')}
          placeholder="443"
          aria-invalid={wrong.port}
          aria-describedby={id}
          value={port}
          onChange={({ target }) => setPort(target.value)}
        />
      ) : null}
      <output id={id} className="flex flex-wrap items-center gap-2">
        {wrong.peer ? (
          t('trial.peerWrong')
        ) : wrong.port ? (
          t('trial.portWrong')
        ) : trial ? (
          <Outcome trial={trial} />
        ) : null}
      </output>
    </fieldset>
  )
}

function Outcome({ trial }: { trial: ReturnType<typeof tryPacket> }) {
  const t = useTranslations('hosts.network.rules')
  const reason = ({ place }: Verdict) => (place === null ? t('trial.noRule') : t('trial.byRule', { number: place + 1 }))
  return (
    <>
      <State kind={trial.action === 'accept' ? 'on' : 'off'}>{t(`trial.verdicts.${trial.action}`)}</State>
      <span className="text-fg-3">{reason(trial)}</span>
      {trial.beyond ? (
        <span className="text-fg-3">
          {t('trial.beyond', {
            rate: trial.beyond.rate,
            verdict: t(`trial.verdicts.${trial.beyond.action}`),
            reason: reason(trial.beyond),
          })}
        </span>
      ) : null}
    </>
  )
}
