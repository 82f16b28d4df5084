import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../../lib/cn.ts'

/** The bar at the top of an area's page: the path and the actions, and the tabs below. It stays while the page scrolls. */
export function PageBar({ children, tabs }: { children: ReactNode; tabs?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('Business area')}
      className="sticky top-(--offline) z-4 border-b border-line bg-page"
      data-top-bar
    >
      <div
        // The reason for a change and the buttons that save need a separate line.
        className="flex min-h-14 max-w-352 items-center gap-4 px-8 max-md:flex-wrap max-md:gap-x-3 max-md:gap-y-1.5 max-md:px-4 max-md:pt-2.5 max-md:pb-1 md:max-[1280px]:has-data-reason:flex-wrap md:max-[1280px]:has-data-reason:gap-y-1 md:max-[1280px]:has-data-reason:pt-2.5 md:max-[1280px]:has-data-reason:pb-1"
      >
        {children}
      </div>
      {tabs}
    </section>
  )
}

/** The content of an area's page, with what belongs beside it on wide screens. */
export function PageBody({ children, side }: { children: ReactNode; side?: ReactNode }) {
  return (
    <main
      className={cn(
        'grid max-w-352 grid-cols-[minmax(0,1fr)] gap-x-10 px-8 pb-12 max-md:px-4',
        side !== undefined && 'min-[1200px]:grid-cols-[minmax(0,1fr)_360px]',
      )}
    >
      <div className="min-w-0">{children}</div>
      {side !== undefined && (
        <div className="min-w-0 *:border-b-0 min-[1200px]:sticky min-[1200px]:top-[calc(98px+var(--offline))] min-[1200px]:max-h-[calc(100dvh-98px-var(--offline))] min-[1200px]:self-start min-[1200px]:overflow-auto min-[1200px]:overscroll-contain">
          {side}
        </div>
      )}
    </main>
  )
}
