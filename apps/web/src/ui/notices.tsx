import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../lib/cn.ts'
import { buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'

const shownFor = 5000

/** Notifications about background work; they disappear after five seconds. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Toast.Provider timeout={shownFor}>
      {children}
      <Toast.Portal>
        <Toast.Viewport
          className="fixed right-4 bottom-4 z-50 flex w-[min(380px,calc(100vw-32px))] flex-col gap-2 max-md:bottom-[max(16px,env(safe-area-inset-bottom))] max-md:left-4"
          aria-label={t('Notifications')}
        >
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

/** Notices are never stacked, so screen readers reach all of them. By default, the library hides their parts. */
function NoticeList() {
  const { t } = useTranslation()
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      aria-label={t('Notifications')}
      aria-hidden={false}
      className="rounded-panel border border-line bg-raised shadow-pop transition-[opacity,translate] duration-(--panel) ease-(--ease) data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 data-[tone=danger]:border-l-3 data-[tone=danger]:border-l-danger motion-reduce:translate-none!"
      data-tone={toast.type}
    >
      <Toast.Content className="flex items-start gap-2 py-2.5 pr-2 pl-3.5 text-dense">
        <Toast.Description className="min-w-0 flex-1" />
        <Toast.Close
          className={cn(buttonClass({ kind: 'quiet', size: 'small', square: true }), '-mt-1')}
          aria-label={t('Dismiss')}
          aria-hidden={false}
        >
          <Icon of={X} small />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
