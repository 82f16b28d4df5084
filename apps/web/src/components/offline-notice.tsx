import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../lib/use-online.ts'
import { Icon } from '../ui/icon.tsx'

/** Shows above a page that the browser is offline. The page leaves `--offline` free for it, so that it covers nothing. */
export function OfflineNotice({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <div className={online ? 'contents' : 'contents [--offline:--spacing(9)] max-md:[--offline:--spacing(12)]'}>
      <output
        className={
          online
            ? 'sr-only'
            : 'sticky top-0 z-60 flex h-(--offline) items-center justify-center gap-2 border-b border-line-strong bg-raised px-4 text-center text-dense text-balance print:hidden'
        }
      >
        {!online && (
          <>
            <Icon of={WifiOff} small />
            {t('You are offline. Answers continue when you are back online.')}
          </>
        )}
      </output>
      {children}
    </div>
  )
}
