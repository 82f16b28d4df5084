import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../lib/use-online.ts'
import { Icon } from '../ui/icon.tsx'

export function OfflineNotice() {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <output className={online ? 'sr-only' : 'offline'}>
      {!online && (
        <>
          <Icon of={WifiOff} small />
          {t('You are offline. Answers continue when you are back online.')}
        </>
      )}
    </output>
  )
}
