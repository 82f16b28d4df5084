import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.tsx'

const shownFor = 5000

/** Notifications about background work; they disappear after five seconds. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Toast.Provider timeout={shownFor}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="notices" aria-label={t('Notifications')}>
          <NoticeList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

export function useNotices(): { show: (text: string, tone?: 'info' | 'danger') => void } {
  const { add } = Toast.useToastManager()
  return useMemo(
    () => ({
      show: (text, tone = 'info') => {
        add({ description: text, type: tone, priority: tone === 'danger' ? 'high' : 'low' })
      },
    }),
    [add],
  )
}

function NoticeList() {
  const { t } = useTranslation()
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="notice" data-tone={toast.type}>
      <Toast.Content className="notice-content">
        <Toast.Description className="grow" />
        <Toast.Close className="button button-quiet button-icon button-small" aria-label={t('Dismiss')}>
          <Icon of={X} small />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
