import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../lib/use-online.ts'
import { Icon } from '../ui/icon.tsx'

export function OfflineNotice() {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <output
      className={
        online
          ? 'sr-only'
          : 'fixed top-2 left-1/2 z-60 flex max-w-[calc(100vw-16px)] -translate-x-1/2 items-center gap-2 rounded-full border border-line-strong bg-raised px-3 py-1.5 text-dense whitespace-nowrap shadow-pop'
      }
    >
      {!online && (
        <>
          <Icon of={WifiOff} small />
          {t('You are offline. Answers continue when you are back online.')}
        </>
      )}
    </output>
  )
}
