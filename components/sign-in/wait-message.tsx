'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { clock } from '../ui/display/time-labels.ts'

/** Counts down until the next try is open, then says so. */
export function WaitMessage({ seconds }: { seconds: number }) {
  const t = useTranslations('signIn')
  const [until] = useState(() => Date.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  if (left === 0) return t('tooManyNow')
  return <span className="num">{t('tooManyWait', { time: clock(left) })}</span>
}
